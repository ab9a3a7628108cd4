<?php
/**
 * What a team might build instead: PHP's own SoapServer over PDO SQLite, with Tabard's own WSDL and tables. A router script of
 * `php -S`; its database and WSDL come in BENCH_DATABASE and BENCH_WSDL. Prepared statements, the parsed WSDL in PHP's cache.
 */
declare(strict_types=1);

final class FinancialExport
{
    public function __construct(private readonly PDO $db)
    {
    }

    /** The operation, document/literal wrapped: an object of the request's elements in, an array of the answer's out. */
    public function cim_FinancialExportReportV2(object $request): array
    {
        $session = $this->db->prepare("SELECT group_id FROM tokens WHERE token_sha256 = ?1 AND kind = 'operator' AND revoked_ms IS NULL");
        $session->execute([hash('sha256', $request->sessionId)]);
        $groupId = $session->fetchColumn();
        if ($groupId === false) {
            return ['cim_FinancialExportReportV2Result' => ['ExceptionCode' => 7007, 'ExceptionDescription' => 'Session not valid']];
        }
        [$from, $until] = [milliseconds($request->afterTimestamp), milliseconds($request->beforeTimestamp)];
        $lines = $this->db->prepare(
            'SELECT * FROM ledger_lines WHERE group_id = ?1 AND modified_ms BETWEEN ?2 AND ?3 ORDER BY modified_ms, modified_key, line'
        );
        $lines->bindValue(1, $groupId);
        $lines->bindValue(2, $from, PDO::PARAM_INT);
        $lines->bindValue(3, $until, PDO::PARAM_INT);
        $lines->execute();
        $transactions = [];
        while ($row = $lines->fetch(PDO::FETCH_ASSOC)) {
            $transactions[] = transaction($row);
        }
        return [
            'cim_FinancialExportReportV2Result' => ['ExceptionCode' => 0, 'ExceptionDescription' => 'No error'],
            'afterTimestamp' => dateTime($from),
            'beforeTimestamp' => dateTime($until),
            'transactionList' => ['Items' => ['FinancialExportTransaction' => $transactions]],
        ];
    }
}

function transaction(array $row): array
{
    $transaction = [
        'TransactionType' => $row['transaction_type'],
        'AccountNumber' => $row['account_number'],
        'AccountType' => $row['account_type'],
        'TransactionReference' => $row['transaction_reference'],
        'UniqueReferenceNumber' => $row['unique_reference_number'],
        'Description' => $row['description'],
        'DueDate' => dateTime($row['due_ms']),
        'ForDate' => dateTime($row['for_ms']),
        'TransactionDate' => dateTime($row['transaction_ms']),
        'GrossValue' => decimal($row['gross']),
        'NettValue' => decimal($row['nett']),
        'TaxValue' => decimal($row['tax']),
        'NominalCode' => $row['nominal_code'],
        'SaleCode' => $row['sale_code'],
        'PayCode' => $row['pay_code'],
        'TaxCode' => $row['tax_code'],
        'SiteId' => $row['site_id'],
        'PeriodId' => $row['period_id'],
        'PeriodFromDate' => dateTime($row['period_from_ms']),
        'PeriodToDate' => dateTime($row['period_to_ms']),
        'ModifiedDate' => dateTime($row['modified_ms']),
        'ModifiedKey' => $row['modified_key'],
    ];
    if ($row['second_reference'] !== null) {
        $transaction['SecondReference'] = $row['second_reference'];
    }
    return $transaction;
}

/** Ten-thousandths, none negative, with four decimals. */
function decimal(int $amount): string
{
    return intdiv($amount, 10000) . '.' . substr((string) (10000 + $amount % 10000), 1);
}

/** Milliseconds since 1970 as an xsd:dateTime of UTC, its fraction without zeros at the end. */
function dateTime(int $ms): string
{
    $rest = $ms % 1000;
    if ($rest < 0) {
        $rest += 1000;
    }
    $text = gmdate('Y-m-d\TH:i:s', intdiv($ms - $rest, 1000));
    return $rest === 0 ? $text : rtrim($text . '.' . substr((string) (1000 + $rest), 1), '0');
}

function milliseconds(string $dateTime): int
{
    return (int) (new DateTimeImmutable($dateTime, new DateTimeZone('UTC')))->format('Uv');
}

if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    http_response_code(204);
    return;
}
$db = new PDO('sqlite:' . getenv('BENCH_DATABASE'), null, null, [PDO::SQLITE_ATTR_OPEN_FLAGS => PDO::SQLITE_OPEN_READONLY]);
$server = new SoapServer(getenv('BENCH_WSDL'), ['cache_wsdl' => WSDL_CACHE_BOTH, 'soap_version' => SOAP_1_1]);
$server->setObject(new FinancialExport($db));
$server->handle();
