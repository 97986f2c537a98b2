// The types of what the client in games/static/play imports from the verifier.

export interface Receipt {
  head?: { game: string; seq: number; digest: string; refused: object | null; commitment: string };
  share?: { game: string; seat: number; commitment: string; at: string };
  key: string;
  public: string;
  signature: string;
}
export interface Keys {
  keys: string[];
  records: object[];
}
export interface Entry {
  kind: string;
  digest: string;
  game: string;
}
export interface Proof {
  entries?: [number, Entry, string[]][];
  records: object[];
  note: { origin: string };
}
export interface Finding {
  code: string;
  first: number;
  note: boolean;
  seat: number | null;
}
export interface Answer {
  answer: string;
  why: string;
  findings: Finding[];
}
export interface Verdict {
  file: string;
  verdict: string;
  seq: number;
  over: boolean;
  public: string;
  questions: Record<string, Answer>;
}
export interface Judged {
  results: Verdict[];
  errors: { file: string; text: string }[];
}
interface NamedBytes {
  file: string;
  bytes: Uint8Array;
}

export const QUESTIONS: string[];
export class Malformed extends Error {}
export function hex(bytes: Uint8Array): string;
export function unhex(text: string): Uint8Array<ArrayBuffer>;
export function canonical(value: unknown): string;
export function isSigned(key: string, message: Uint8Array, signature: string): boolean;
export function keyId(key: string): string;
export function digestOf(previous: string, sealed: object): string;
export function digestOfWord(word: string, content: unknown): string;
export function sealedRow(game: string, event: object): object | null;
export function headMessage(head: object): Uint8Array;
export function shareMessage(share: object): Uint8Array;
export function moveMessage(signed: object): Uint8Array<ArrayBuffer>;
export function shareCommitment(share: string): string;
export function blinded(game: string): string;
export function readProof(text: string): Proof;
export function holds(proof: Proof, game: string): boolean;
export function followKeys(trusted: string[], records: object[]): { signing: Set<string>; log: Set<string> };
export function isNoteSigned(note: Proof["note"], vkey: { name: string; key: string }): boolean;
export function readEvidence(bytes: Uint8Array): { receipt?: Receipt; proof?: Proof; keys?: Keys };
export function verifyTogether(files: NamedBytes[], setting: (id: string) => string): Judged;
