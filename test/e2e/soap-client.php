<?php
// PHP's own SoapClient: logs in, exports, logs out; prints what it understood as JSON. Arguments: WSDL, version, password.
[, $wsdl, $version, $password] = $argv;
$client = new SoapClient($wsdl, [
    "cache_wsdl" => WSDL_CACHE_NONE,
    "soap_version" => $version === "1.2" ? SOAP_1_2 : SOAP_1_1,
    "features" => SOAP_SINGLE_ELEMENT_ARRAYS,
    "exceptions" => true,
]);
$opened = $client->LogIn(["SiteID" => "g1", "InterfaceID" => 1, "OperatorCode" => "FINANCE", "Password" => $password]);
$report = $client->cim_FinancialExportReportV2([
    "sessionId" => $opened->SessionID,
    "beforeTimestamp" => "2030-01-01T00:00:00",
    "afterTimestamp" => "2000-01-01T00:00:00",
    "transactionList" => new stdClass(),
    "useLessThanToDate" => false,
]);
$closed = $client->LogOut(["SessionID" => $opened->SessionID]);
$stranger = new SoapClient(null, [
    "location" => preg_replace("/[?].*/", "", $wsdl),
    "uri" => "urn:other",
    "soap_version" => $version === "1.2" ? SOAP_1_2 : SOAP_1_1,
]);
try {
    $stranger->LogIn();
    $fault = null;
} catch (SoapFault $caught) {
    $fault = $caught->faultcode;
}
echo json_encode([
    "opened" => $opened->LogInResult->ExceptionCode,
    "report" => $report,
    "closed" => $closed->LogOutResult->ExceptionCode,
    "fault" => $fault,
]);
