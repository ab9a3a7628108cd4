/** Vitest reporter: the last line of every run is `tests: N passed, N failed` (docs/interface.md §1). */
import type { Reporter, TestModule, TestRunEndReason, SerializedError } from "vitest/node";

export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], _reason: TestRunEndReason): void {
    const count = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      // A file that does not even load has no tests to fail.
      if (module.errors().length > 0) count.failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state !== "pending") count[state] += 1;
      }
    }
    const skipped = count.skipped > 0 ? `, ${count.skipped} skipped` : "";
    process.on("exit", () => process.stdout.write(`tests: ${count.passed} passed, ${count.failed} failed${skipped}\n`));
  }
}
