/** A message of each kind as senders write it, for the page and for tests that send them: docs/interface.md §15. Pure. */
import { formatDate } from "../base/calendar-date.ts";
import { wrapping } from "../xml/soap-forms.ts";
import { OTA_NAMESPACE, type OtaMessage } from "./messages.ts";

/** What a sample is about; the defaults are the demo data's. */
export interface SampleSetting {
  /** The endpoint's URL. */
  address: string;
  nowMs: number;
  hotelId: string;
  roomId: string;
  rateId: string;
  currencyCode: string;
  client: string;
  key: string;
  /** A reservation's reference. */
  reference: string;
}

export const DEMO_SETTING = {
  hotelId: "demo-amsterdam",
  roomId: "DBL",
  rateId: "FLEX",
  currencyCode: "EUR",
  client: "channel",
  key: "demo-channel-key",
  reference: "7KX3QF9D",
} as const satisfies Partial<SampleSetting>;

const DAY_MS = 86_400_000;
const WSSE = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";

/** The message alone, on lines of its own. */
export function writeSample(message: OtaMessage, setting: SampleSetting): string {
  const attributes = `xmlns="${OTA_NAMESPACE}" EchoToken="sample-1" TimeStamp="${new Date(setting.nowMs).toISOString()}" Version="1.0"`;
  return `<${message.request} ${attributes}>\n${INNER[message.name](setting)}\n</${message.request}>`;
}

/** The same in an envelope of SOAP 1.1 with WS-Security. */
export function writeEnvelope(message: OtaMessage, setting: SampleSetting): string {
  const token = `<wsse:UsernameToken>
      <wsse:Username>${setting.client}</wsse:Username>
      <wsse:Password Type="${WSSE}-username-token-profile-1.0#PasswordText">${setting.key}</wsse:Password>
    </wsse:UsernameToken>`;
  const header = `
<soap:Header>
  <wsse:Security soap:mustUnderstand="1" xmlns:wsse="${WSSE}-wssecurity-secext-1.0.xsd">
    ${token}
  </wsse:Security>
</soap:Header>
`;
  const { open, close } = wrapping("soap11", header);
  return `${open}\n${writeSample(message, setting)}\n${close}`;
}

/** Lines for a shell: the message alone with HTTP Basic. */
export function writeCommand(message: OtaMessage, setting: SampleSetting): string {
  return [
    `curl -s '${setting.address}' -u '${setting.client}:${setting.key}'`,
    `  -H 'Content-Type: text/xml; charset=utf-8'`,
    `  --data-binary '${writeSample(message, setting)}'`,
  ].join(" \\\n");
}

const INNER: Readonly<Record<OtaMessage["name"], (setting: SampleSetting) => string>> = {
  Ping: () => `  <EchoData>Are you there?</EchoData>`,
  HotelAvail: ({ hotelId }) => `  <AvailRequestSegments>
    <AvailRequestSegment AvailReqType="Room">
      <HotelSearchCriteria><Criterion><HotelRef HotelCode="${hotelId}"/></Criterion></HotelSearchCriteria>
    </AvailRequestSegment>
  </AvailRequestSegments>`,
  HotelAvailNotif: (setting) => `  <AvailStatusMessages HotelCode="${setting.hotelId}">
    <AvailStatusMessage BookingLimit="5">
      <StatusApplicationControl ${nights(setting, 30, 36)} InvTypeCode="${setting.roomId}"/>
    </AvailStatusMessage>
    <AvailStatusMessage>
      <StatusApplicationControl ${nights(setting, 30, 36)} ${codes(setting)} Fri="true" Sat="true"/>
      <LengthsOfStay>
        <LengthOfStay MinMaxMessageType="SetMinLOS" Time="2" TimeUnit="Day"/>
        <LengthOfStay MinMaxMessageType="SetMaxLOS" Time="14" TimeUnit="Day"/>
      </LengthsOfStay>
      <RestrictionStatus Restriction="Arrival" Status="Open"/>
    </AvailStatusMessage>
    <AvailStatusMessage>
      <StatusApplicationControl ${nights(setting, 40, 40)} ${codes(setting)}/>
      <RestrictionStatus Status="Close"/>
    </AvailStatusMessage>
  </AvailStatusMessages>`,
  HotelRateAmountNotif: (setting) => `  <RateAmountMessages HotelCode="${setting.hotelId}">
    <RateAmountMessage>
      <StatusApplicationControl ${nights(setting, 30, 36)} ${codes(setting)}/>
      <Rates>
        <Rate>
          <BaseByGuestAmts>
            <BaseByGuestAmt AgeQualifyingCode="10" NumberOfGuests="1" AmountAfterTax="140.00" CurrencyCode="${setting.currencyCode}"/>
            <BaseByGuestAmt AgeQualifyingCode="10" NumberOfGuests="2" AmountAfterTax="165.00" CurrencyCode="${setting.currencyCode}"/>
          </BaseByGuestAmts>
          <AdditionalGuestAmounts>
            <AdditionalGuestAmount AgeQualifyingCode="10" Amount="35.00" CurrencyCode="${setting.currencyCode}"/>
            <AdditionalGuestAmount AgeQualifyingCode="8" Amount="20.00" CurrencyCode="${setting.currencyCode}"/>
          </AdditionalGuestAmounts>
        </Rate>
      </Rates>
    </RateAmountMessage>
  </RateAmountMessages>`,
  HotelInvCountNotif: (setting) => `  <Inventories HotelCode="${setting.hotelId}">
    <Inventory>
      <StatusApplicationControl ${nights(setting, 30, 36)} InvTypeCode="${setting.roomId}"/>
      <InvCounts><InvCount CountType="2" Count="4"/></InvCounts>
    </Inventory>
  </Inventories>`,
  Read: ({ hotelId }) => `  <ReadRequests>
    <HotelReadRequest HotelCode="${hotelId}"><SelectionCriteria SelectionType="Undelivered"/></HotelReadRequest>
  </ReadRequests>`,
  NotifReport: ({ reference }) => `  <Success/>
  <NotifDetails>
    <HotelNotifReport>
      <HotelReservations>
        <HotelReservation><UniqueID Type="14" ID="${reference}"/></HotelReservation>
      </HotelReservations>
    </HotelNotifReport>
  </NotifDetails>`,
};

function nights({ nowMs }: SampleSetting, first: number, last: number): string {
  const date = (days: number): string => formatDate(Math.floor(nowMs / DAY_MS) + days);
  return `Start="${date(first)}" End="${date(last)}"`;
}

function codes({ roomId, rateId }: SampleSetting): string {
  return `InvTypeCode="${roomId}" RatePlanCode="${rateId}"`;
}
