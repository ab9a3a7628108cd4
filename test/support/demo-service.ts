/** The service with the demo groups, in a process of its own. */
import { seedDemo } from "../../cli/demo/seed-demo.ts";
import { openTarget } from "../../cli/support/database.ts";
import { type ServiceProcess, startService } from "../../harness/service-process.ts";

/** Makes the database in the state folder, which commands of this process use from then on, and starts the service. */
export async function startDemoService(state: string, host: "node" | "worker" = "node"): Promise<ServiceProcess> {
  process.env.TABARD_STATE = state;
  const db = openTarget({ host });
  await seedDemo(db, Date.now());
  db.close();
  return startService(host, state);
}
