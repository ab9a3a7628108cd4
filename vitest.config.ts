/** Two kinds of tests: `worker` runs inside workerd with real D1, KV and cache; `node` runs pure rules, CLI and clients. */
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const worker = cloudflareTest(async () => ({
  wrangler: { configPath: "./wrangler.toml" },
  miniflare: {
    bindings: {
      DEMO_TOKENS: "on",
      RATE_LIMITS: "off",
      REQUEST_LOG: "off",
      WEBHOOK_TARGETS: "any",
      WEBHOOK_SECRET: "a secret for tests that is long enough",
      TABARD_FUZZ: process.env.TABARD_FUZZ ?? "",
      TEST_MIGRATIONS: await readD1Migrations("./migrations"),
    },
  },
}));

export default defineConfig({
  test: {
    globalSetup: ["scripts/build-assets.ts"],
    // Most files wait for processes and timers: by itself vitest runs one at a time on a machine of two cores.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        plugins: [worker],
        test: { name: "worker", include: ["test/integration/**/*.test.ts"], setupFiles: ["test/support/migrate.ts"], testTimeout: 60_000 },
      },
      {
        test: { name: "node", include: ["test/{unit,property,e2e}/**/*.test.ts"], testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
});
