<?php
// PHP's own SoapClient against /ota, with a WS-Security header of its own making. Arguments: URL, user name, password, hotel.
[, $url, $user, $password, $hotel] = $argv;
$wsse = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss";
$ota = "http://www.opentravel.org/OTA/2003/05";
$answers = [];
foreach ([SOAP_1_1, SOAP_1_2] as $version) {
    $client = new SoapClient(null, ["location" => $url, "uri" => $ota, "soap_version" => $version, "trace" => true, "exceptions" => true]);
    $token = "<w:Security xmlns:w=\"$wsse-wssecurity-secext-1.0.xsd\"><w:UsernameToken><w:Username>" . htmlspecialchars($user)
        . "</w:Username><w:Password Type=\"$wsse-username-token-profile-1.0#PasswordText\">" . htmlspecialchars($password)
        . "</w:Password></w:UsernameToken></w:Security>";
    $client->__setSoapHeaders(new SoapHeader("$wsse-wssecurity-secext-1.0.xsd", "Security", new SoapVar($token, XSD_ANYXML), true));
    $namespace = $version === SOAP_1_1 ? "http://schemas.xmlsoap.org/soap/envelope/" : "http://www.w3.org/2003/05/soap-envelope";
    $body = "<OTA_ReadRQ xmlns=\"$ota\" EchoToken=\"php\" Version=\"1.0\"><ReadRequests><HotelReadRequest HotelCode=\"$hotel\"/></ReadRequests></OTA_ReadRQ>";
    $envelope = "<s:Envelope xmlns:s=\"$namespace\"><s:Header>$token</s:Header><s:Body>$body</s:Body></s:Envelope>";
    $raw = $client->__doRequest($envelope, $url, "OTA_ReadRQ", $version);
    $answer = new DOMDocument();
    $answer->loadXML($raw);
    $answers[] = [
        "root" => $answer->documentElement->namespaceURI,
        "echo" => $answer->getElementsByTagNameNS($ota, "OTA_ResRetrieveRS")->item(0)?->getAttribute("EchoToken"),
        "reservations" => $answer->getElementsByTagNameNS($ota, "HotelReservation")->length,
    ];
}
echo json_encode($answers);
