/** What a fault scenario is: it breaks something on purpose and looks whether the promises of docs/reliability.md hold. */

/** Resolves with what it saw, in a few words; rejects with what went wrong. Leaves nothing behind. */
export type Scenario = () => Promise<string>;

/** Scenarios by name. */
export type Scenarios = Readonly<Record<string, Scenario>>;
