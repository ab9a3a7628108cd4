<?php
// PHP's own SoapClient against the OTA interface's WSDL, with a WS-Security header. Arguments: WSDL, user name, password, hotel.
[, $wsdl, $user, $password, $hotel] = $argv;
$wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
$ota = "http://www.opentravel.org/OTA/2003/05";
$token = "<w:Security xmlns:w=\"$wsse-wssecurity-secext-1.0.xsd\"><w:UsernameToken><w:Username>" . htmlspecialchars($user)
    . "</w:Username><w:Password Type=\"$wsse-username-token-profile-1.0#PasswordText\">" . htmlspecialchars($password)
    . "</w:Password></w:UsernameToken></w:Security>";
$body = "<OTA_ReadRQ xmlns=\"$ota\" EchoToken=\"php\" Version=\"1.0\"><ReadRequests><HotelReadRequest HotelCode=\"$hotel\"/></ReadRequests></OTA_ReadRQ>";
$answers = [];
foreach ([SOAP_1_1, SOAP_1_2] as $version) {
    $client = new SoapClient($wsdl, ["cache_wsdl" => WSDL_CACHE_NONE, "soap_version" => $version, "trace" => true, "exceptions" => true]);
    $client->__setSoapHeaders(new SoapHeader("$wsse-wssecurity-secext-1.0.xsd", "Security", new SoapVar($token, XSD_ANYXML), true));
    $answer = $client->Read(new SoapVar($body, XSD_ANYXML));
    $answers[] = ["echo" => $answer->EchoToken, "envelope" => preg_match('~xmlns:soap="([^"]*)"~', $client->__getLastResponse(), $found) ? $found[1] : null,
        "reservations" => substr_count($client->__getLastResponse(), "<HotelReservation ")];
}
echo json_encode($answers);
