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

    /// <summary>A file as an administrator makes it for a task, which others may read by inheritance.</summary>
    [Theory]
    [InlineData("S-1-5-18", "F")]
    [InlineData("S-1-5-32-544", "F")]
    [InlineData("S-1-5-19", "R")]
    [InlineData("S-1-5-80-1-2-3-4-5", "R")]
    [InlineData(Named, "R")]
    public void The_advice_never_locks_out_the_account_that_runs_the_scan(string account, string right) => Assert.Equal(
        $@"icacls ""pw"" /inheritance:r /remove:g *{Everyone} *{DomainUsers} /grant:r *{account}:{right} *{User}:R",
        new FileSecurityFacts(account, [Everyone, OwnerRights, DomainUsers]).FixCommand("pw", User, isAdministrator: true));

    private static FileSecurityFacts Read(params string[] readers) => new(User, readers);
}
