<?php
// Exports the last week's transactions: php export.php http://127.0.0.1:8787 (needs the extension soap)
$client = new SoapClient(($argv[1] ?? 'http://127.0.0.1:8787') . '/soap?wsdl', [
    'cache_wsdl' => WSDL_CACHE_NONE,
    'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
]);

$login = $client->LogIn(['SiteID' => 'demo', 'OperatorCode' => 'FINANCE', 'Password' => 'demo-password']);
if ($login->LogInResult->ExceptionCode !== 0) {
    exit($login->LogInResult->ExceptionDescription . "\n");
}

$report = $client->cim_FinancialExportReportV2([
    'sessionId' => $login->SessionID,
    'beforeTimestamp' => gmdate('Y-m-d\TH:i:s\Z'),
    'afterTimestamp' => gmdate('Y-m-d\TH:i:s\Z', time() - 7 * 86400),
    'transactionList' => new stdClass(),
    'useLessThanToDate' => false,
]);
echo count($report->transactionList->Items->FinancialExportTransaction ?? []), " transactions\n";
