"""zeep against the OTA interface's own WSDL with WS-Security. Arguments: WSDL, user name, password, hotel. Prints JSON."""
import json
import sys

from lxml import etree
from zeep import Client
from zeep.wsse.username import UsernameToken

wsdl, user, password, hotel = sys.argv[1:]
OTA = "{http://www.opentravel.org/OTA/2003/05}"


def element(tag, *children, **attributes):
    node = etree.Element(OTA + tag, attributes)
    node.extend(children)
    return node


def texts(answer):
    return [etree.QName(child).localname for child in answer._value_1]


out = {}
for port in ("OtaSoap", "OtaSoap12"):
    client = Client(wsdl, port_name=port, wsse=UsernameToken(user, password))
    echo = etree.Element(OTA + "EchoData")
    echo.text = "Grüße"
    ping = client.service.Ping(_value_1=[echo], EchoToken="zeep-1", Version="1.0")
    read = client.service.Read(
        _value_1=[element("ReadRequests", element("HotelReadRequest", HotelCode=hotel))], EchoToken="zeep-2", Version="1.0"
    )
    reservations = [child for child in read._value_1 if etree.QName(child).localname == "ReservationsList"][0]
    control = element("StatusApplicationControl", Start="2999-01-01", End="2999-01-01", InvTypeCode="NONE")
    refused = client.service.HotelAvailNotif(
        _value_1=[element("AvailStatusMessages", element("AvailStatusMessage", control, BookingLimit="1"), HotelCode=hotel)],
        EchoToken="zeep-3",
        Version="1.0",
    )
    stranger = Client(wsdl, port_name=port, wsse=UsernameToken(user, "wrong"))
    unproved = stranger.service.Ping(_value_1=[echo], EchoToken="zeep-4", Version="1.0")
    out[port] = {
        "ping": [texts(ping), ping.EchoToken, str(ping.Version), ping._value_1[-1].text],
        "reservations": [node.get("ResStatus") for node in reservations],
        "refused": [error.text for child in refused._value_1 for error in child],
        "unproved": [error.text for child in unproved._value_1 for error in child],
    }
print(json.dumps(out))
