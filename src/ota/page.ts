/** GET /ota: what the interface takes, with a sample of each message (docs/interface.md §15). Pure. */
import { writeFrame } from "../html/frame.ts";
import { escapeText } from "../xml/escape.ts";
import { OTA_MESSAGES, OTA_NAMESPACE } from "./messages.ts";
import { DEMO_SETTING, type SampleSetting, writeCommand, writeEnvelope } from "./samples.ts";

/** The page of an endpoint. */
export function writePage(address: string, nowMs: number): string {
  const setting: SampleSetting = { ...DEMO_SETTING, address, nowMs };
  const [first] = OTA_MESSAGES;
  const sections = OTA_MESSAGES.map(
    (message) => `<h2 id="${message.name}"><code>${message.request}</code></h2>
<p>${escapeText(message.summary)} Answered with <code>${message.response}</code>${message.scope === null ? "" : `; the key needs the scope <code>${message.scope}</code>`}.</p>
${writeCode(writeCommand(message, setting))}`,
  );
  const links = OTA_MESSAGES.map(
    ({ name, request, summary }) => `<li><a href="#${name}"><code>${request}</code></a>: ${escapeText(summary)}</li>`,
  );
  return writeFrame(
    { title: "OTA · Tabard", path: "/ota" },
    `<h1><span>OTA</span></h1>
<p class="lead">For channel managers and property systems: OpenTravel messages at <code>${escapeText(address)}</code>, in the namespace
<code>${OTA_NAMESPACE}</code>, in the dialect of SiteMinder's public SiteConnect and pmsXchange documents.</p>
<p>The user name is the key's client, the password the key. HotelCode, InvTypeCode and RatePlanCode are the ids of hotel, room and rate.
A request is taken whole or not at all; its faults are told in its answer, with HTTP 200. For SOAP clients: <a href="?wsdl">the WSDL</a>.</p>
<ul>
${links.join("\n")}
</ul>
${sections.join("\n")}
<h2>In an envelope</h2>
<p>SOAP 1.1 or 1.2 with a WS-Security UsernameToken is answered in kind. The same for every message:</p>
${writeCode(writeEnvelope(first, setting))}`,
  );
}

function writeCode(text: string): string {
  return `<pre tabindex="0"><code>${escapeText(text)}</code></pre>`;
}
