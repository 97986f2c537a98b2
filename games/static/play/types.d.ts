// The types of the API, as openapi-typescript generates them from docs/openapi.yaml.
import type { components } from "schema";

type Schemas = components["schemas"];

export type Table = Schemas["Table"];
export type Place = Schemas["Place"];
export type Prompt = Schemas["Prompt"];
export type Prompts = Omit<Schemas["PromptList"], "receipt">;
/** A screen, and when it came by the clock of this machine, in milliseconds. */
export type Screen = Prompts & { readonly receivedAt: number };
export type Option = Schemas["Option"];
export type GameEvent = Schemas["Event"];
export type Fact = GameEvent["facts"][number];
export type Game = Schemas["Game"];
export type GameSummary = Schemas["GameSummary"];
export type Seat = Schemas["Seat"];
export type CardText = Schemas["CardText"];
export type Sentence = Schemas["Sentence"];
export type LogEntry = Schemas["LogEntry"];
export type LogPage = Schemas["Log"];
export type EventPage = Schemas["Events"];
export type Position = Schemas["TablePosition"];
export type PositionDiff = Schemas["PositionDiff"];
export type MoveReply = Schemas["MoveReply"];
export type Problem = Schemas["Problem"];
export type Me = Schemas["Me"];
export type OpenTable = Schemas["OpenTable"];
export type Variant = Schemas["Variant"];
export type OptionSchema = Schemas["OptionSchema"];
export type Bot = Schemas["Bot"];
export type Hero = Schemas["Hero"];
export type PossibleAct = Schemas["PossibleAct"];
export type PossibleActs = Schemas["PossibleActs"];
export type ForeseenAct = Schemas["ForeseenAct"];
export type Proposal = Schemas["Proposal"];
export type RecordedAct = Schemas["RecordedAct"];
export type Result = Schemas["Result"];
export type Preset = Schemas["Preset"];
export type Phrase = Schemas["Phrase"];
export type Said = Schemas["Said"];

/** Cards at one place: how many, and which if they are seen; the last is on top. */
export interface Zone {
  readonly count: number;
  readonly cards: readonly string[] | null;
}

/** What lies where, as far as the viewer sees it, and whose turn it is. */
export interface Board {
  readonly zones: Readonly<Record<string, Zone>>;
  readonly color: string | null;
  readonly direction: 1 | -1;
  readonly current: number | null;
}

/** Cards that go from one zone to another, as an event moved them. */
export interface Movement {
  readonly verb: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly cards: readonly string[] | null;
}

/** What a round came to: for each seat what it holds, the points of the round and in all. */
export interface RoundEnd {
  readonly round: number;
  readonly winner: number;
  /** The card with which it ended. */
  readonly card: string | null;
  readonly lines: readonly {
    readonly seat: number;
    readonly held: Zone;
    readonly points: number;
    readonly total: number | null;
  }[];
}
