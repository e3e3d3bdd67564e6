namespace TimerProbe.Application.Tests;

public sealed class NearNamesTests
{
    [Theory]
    [InlineData("DB1", "did you mean DB01, DB02?", "DB01", "DB02", "webserver")]
    [InlineData("db01", "did you mean DB01.example.org, db02?", "DB01.example.org", "db02", "esx01.example.org")]
    [InlineData("db01.example.org", "did you mean DB01, db02.example.org?", "DB01", "db02.example.org", "esx77.lab.example.net")]
    [InlineData("MÜNCHEN-1", "did you mean münchen-1?", "münchen-1", "Hamburg")]
    [InlineData("DB9", "did you mean DB1, DB2, DB3?", "DB4", "DB3", "DB2", "DB1")]
    [InlineData("nobody", "enter the whole name; case does not matter", "DB01")]
    [InlineData(".", "enter the whole name; case does not matter", "DB01")]
    [InlineData("", "enter the whole name; case does not matter", "DB01", "")]
    public void The_nearest_come_first_and_three_at_most(string given, string hint, params string[] known) => Assert.Equal(hint, NearestName.Hint(given, known));
}
