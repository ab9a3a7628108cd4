declare namespace Cloudflare {
  interface Env {
    /** How many fuzz cases to run; "" for the default. */
    TABARD_FUZZ: string;
    TEST_MIGRATIONS: import("@cloudflare/vitest-plugin").D1Migration[];
  }
  interface GlobalProps {
    mainModule: typeof import("../../src/index.ts");
  }
}
