// Exports the last week's transactions. First let .NET write the client:
//   dotnet tool install --global dotnet-svcutil
//   dotnet-svcutil http://127.0.0.1:8787/soap?wsdl --namespace "*,Tabard"
using System;
using System.Threading.Tasks;

public static class Export
{
    public static async Task Main()
    {
        // The generated class is named after the service in the WSDL.
        var client = new Tabard.FinancialExportSoapClient(Tabard.FinancialExportSoapClient.EndpointConfiguration.FinancialExportSoap);
        client.InnerChannel.OperationTimeout = TimeSpan.FromMinutes(10);

        var login = await client.LogInAsync("demo", null, "FINANCE", "demo-password");
        if (login.LogInResult.ExceptionCode != 0) throw new InvalidOperationException(login.LogInResult.ExceptionDescription);

        var report = await client.cim_FinancialExportReportV2Async(
            login.SessionID, DateTime.UtcNow, DateTime.UtcNow.AddDays(-7), new Tabard.FinancialExportTransactions(), false);
        Console.WriteLine($"{report.transactionList.Items.Length} transactions");
    }
}
