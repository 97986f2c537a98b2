// The types of lit.js are those of the packages that it is made of.
export * from "./entry.js";
