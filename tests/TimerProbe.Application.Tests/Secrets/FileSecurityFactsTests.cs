namespace TimerProbe.Application.Tests.Secrets;

/// <summary>Who may read a password file of Windows; the user is S-1-5-21-1-2-3-1001.</summary>
public sealed class FileSecurityFactsTests
{
    private const string User = "S-1-5-21-1-2-3-1001";
    private const string Named = "S-1-5-21-1-2-3-2001";
    private const string DomainUsers = "S-1-5-21-1-2-3-513";
    private const string Everyone = "S-1-1-0";
    private const string OwnerRights = "S-1-3-4";

    [Fact]
    public void Only_the_user_the_system_and_administrators_may_read() => Assert.Equal(
        [Everyone, "S-1-5-32-545", DomainUsers, Named],
        Read("S-1-5-18", Everyone, "S-1-5-32-544", "S-1-5-32-545", DomainUsers, User, Named).UnauthorizedReaders(User, isAdministrator: false));

    [Fact]
    public void Rights_of_the_owner_are_rights_of_whoever_that_is()
    {
        Assert.Empty(Read(OwnerRights).UnauthorizedReaders(User, isAdministrator: false));
        Assert.Equal([Named], new FileSecurityFacts(Named, [OwnerRights]).UnauthorizedReaders(User, isAdministrator: false));
        Assert.Equal([OwnerRights], new FileSecurityFacts(Owner: null, [OwnerRights]).UnauthorizedReaders(User, isAdministrator: false));
    }

    [Fact]
    public void The_advice_names_the_user_by_the_identifier() => Assert.Equal(
        @"icacls ""C:\my files\pw"" /inheritance:r /remove:g *S-1-1-0 *S-1-5-32-545 /grant:r *S-1-5-21-1-2-3-1001:R",
        Read(Everyone, "S-1-5-32-545").FixCommand(@"C:\my files\pw", User, isAdministrator: false));

    [Theory]
    [InlineData("S-1-5-19")]
    [InlineData("S-1-5-20")]
    [InlineData("S-1-5-80-1-2-3-4-5")]
    [InlineData(Named)]
    public void An_administrator_may_look_at_a_file_that_is_for_another_account(string account)
    {
        Assert.Empty(Read(account).UnauthorizedReaders(User, isAdministrator: true));
        Assert.Equal([account], Read(account).UnauthorizedReaders(User, isAdministrator: false));
    }

    [Theory]
    [InlineData("S-1-5-80-0")]
    [InlineData("S-1-5-6")]
    [InlineData("S-1-5-11")]
    [InlineData("S-1-5-21-1-2-3-999")]
    [InlineData(DomainUsers)]
    [InlineData(Everyone)]
    public void And_not_at_one_that_a_group_of_everywhere_can_read(string reader) =>
        Assert.Equal([reader], Read(reader).UnauthorizedReaders(User, isAdministrator: true));

    /// <summary>
    /// Files as administrators make them for a task, and as they come by inheritance: whatever else may read them, the advice leaves
    /// the account that the scan runs as its right.
    /// </summary>
    [Fact]
    public void The_advice_never_locks_out_the_account_that_runs_the_scan()
    {
        string[] accounts = ["S-1-5-18", "S-1-5-19", "S-1-5-20", "S-1-5-80-1-2-3-4-5", Named, User];
        string[] others = [Everyone, "S-1-5-11", "S-1-5-32-545", DomainUsers, "S-1-5-80-0", OwnerRights, "S-1-5-32-544", .. accounts];
        var random = new Random(36);
        var closed = 0;
        for (var i = 0; i < 400; i++)
        {
            var account = accounts[random.Next(accounts.Length)];
            var readers = others.Where(_ => random.Next(3) == 0).Append(account).Distinct().OrderBy(_ => random.Next()).ToList();
            var file = new FileSecurityFacts(random.Next(2) == 0 ? User : account, readers);
            var isAdministrator = account != User || random.Next(2) == 0;
            var unauthorized = file.UnauthorizedReaders(User, isAdministrator);
            Assert.DoesNotContain(account, unauthorized);
            var words = file.FixCommand("pw", User, isAdministrator).Split(' ');
            var granted = words.SkipWhile(word => word != "/grant:r").Skip(1).ToList();
            Assert.Contains(account == "S-1-5-18" ? $"*{account}:F" : $"*{account}:R", granted);
            Assert.DoesNotContain($"*{account}", words);
            Assert.All(unauthorized, reader => Assert.DoesNotContain($"*{reader}:R", granted));
            closed += unauthorized.Count > 0 ? 1 : 0;
        }

        Assert.InRange(closed, 100, 400);
    }

    private static FileSecurityFacts Read(params string[] readers) => new(User, readers);
}
