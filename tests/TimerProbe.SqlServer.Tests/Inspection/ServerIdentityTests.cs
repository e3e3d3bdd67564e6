namespace TimerProbe.SqlServer.Tests.Inspection;

public sealed class ServerIdentityTests
{
    [Theory]
    [InlineData("Microsoft SQL Server 2022 (RTM-CU15) - 16.0.4145.4 (X64) \n\tAug 2024", "16.0.4145.4", 2, "SQL Server", true, 16)]
    [InlineData("Microsoft SQL Server 2014 - 12.0.2000.8 (X64)", "12.0.2000.8", 3, "SQL Server", true, 12)]
    [InlineData("Microsoft SQL Azure (RTM) - 12.0.2000.8 \n\tOct 2 2025", "12.0.2000.8", 5, "Azure SQL Database", true, 17)]
    [InlineData("Microsoft SQL Azure (RTM) - 12.0.2000.8", "12.0.2000.8", 8, "Azure SQL Managed Instance", true, 17)]
    [InlineData("Microsoft Azure SQL Edge Developer - 15.0.2000.1565 (ARM64)", "15.0.2000.1565", 9, "Azure SQL Edge", true, 15)]
    [InlineData("Babelfish for PostgreSQL with SQL Server Compatibility - 12.0.2000.8\nSep 2024", "12.0.2000.8", 2, "Babelfish for PostgreSQL with SQL Server Compatibility - 12.0.2000.8", false, 12)]
    [InlineData("Other Server 9 speaking TDS", "16.0.1.1", 5, "Other Server 9 speaking TDS", false, 12)]
    [InlineData("", "16.0.1.1", null, "unknown", false, 12)]
    [InlineData("Microsoft SQL Server vNext", null, 3, "SQL Server", true, 12)]
    public void The_engine_and_its_syntax_are_told(
        string text, string? version, int? edition, string engine, bool isMicrosoft, int syntax) =>
        Assert.Equal((engine, isMicrosoft, syntax), ServerIdentity.Understand(new(text, version, edition, "Developer Edition (64-bit)", "16.00.4145", null)));

    [Theory]
    [InlineData(2, "Standard Edition (64-bit)", "16.00.4135", null, "SQL Server")]
    [InlineData(2, "Standard Edition (64-bit)", "16.00.4135", "5.2.0", "Babelfish for PostgreSQL that calls itself Microsoft SQL Server 2022 (RTM) - 16.0.4135.4")]
    [InlineData(2, "Standard Edition (64-bit)", null, null, "another engine that calls itself Microsoft SQL Server 2022 (RTM) - 16.0.4135.4")]
    [InlineData(2, null, "16.00.4135", null, "another engine that calls itself Microsoft SQL Server 2022 (RTM) - 16.0.4135.4")]
    [InlineData(null, "Standard Edition (64-bit)", "16.00.4135", null, "another engine that calls itself Microsoft SQL Server 2022 (RTM) - 16.0.4135.4")]
    [InlineData(7, "Standard Edition (64-bit)", "16.00.4135", null, "another engine that calls itself Microsoft SQL Server 2022 (RTM) - 16.0.4135.4")]
    public void One_sign_that_disagrees_is_another_engine(int? engineEdition, string? edition, string? resource, string? babelfish, string engine)
    {
        var signs = new ServerSigns("Microsoft SQL Server 2022 (RTM) - 16.0.4135.4", "16.0.4135.4", engineEdition, edition, resource, babelfish);
        Assert.Equal((engine, engine == "SQL Server"), (ServerIdentity.Understand(signs).Engine, ServerIdentity.Understand(signs).IsMicrosoft));
    }
}
