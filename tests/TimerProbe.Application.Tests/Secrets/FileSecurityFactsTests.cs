namespace TimerProbe.Application.Tests.Secrets;

/// <summary>Security descriptors as GetKernelObjectSecurity gives them; the user is S-1-5-21-1-2-3-1001.</summary>
public sealed class FileSecurityFactsTests
{
    private const string User = "S-1-5-21-1-2-3-1001";
    private const string Named = "S-1-5-21-1-2-3-2001";
    private const string Everyone = "S-1-1-0";

    private static readonly FileUser Ordinary = new(User, IsAdministrator: false, []);
    private static readonly FileUser Administrator = new(User, IsAdministrator: true, []);

    [Theory]
    [InlineData("the user, SYSTEM and Administrators", "", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E9030000020058000300000000001400FF011F0001010000000000051200000000001800FF011F00010200000000000520000000200200000000240089001200010500000000000515000000010000000200000003000000E9030000")]
    [InlineData("Users, inherited", "S-1-5-32-545", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E9030000020070000400000000101400FF011F0001010000000000051200000000101800FF011F000102000000000005200000002002000000101800A9001200010200000000000520000000210200000000240089001200010500000000000515000000010000000200000003000000E9030000")]
    [InlineData("no access list", "S-1-1-0", "0100008014000000000000000000000000000000010500000000000515000000010000000200000003000000E9030000")]
    [InlineData("an access list that is null", "S-1-1-0", "0100048014000000000000000000000000000000010500000000000515000000010000000200000003000000E9030000")]
    [InlineData("an access list without entries", "", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E90300000200080000000000")]
    [InlineData("OWNER RIGHTS, owned by the user", "", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E903000002001C00010000000000140089001200010100000000000304000000")]
    [InlineData("OWNER RIGHTS, owned by another", "S-1-5-21-1-2-3-1002", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000EA03000002001C00010000000000140089001200010100000000000304000000")]
    [InlineData("CREATOR OWNER, for what is made below only", "", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E90300000200400002000000000B1400FF011F000101000000000003000000000000240089001200010500000000000515000000010000000200000003000000E9030000")]
    [InlineData("Everyone denied", "", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E9030000020040000200000001001400FF011F000101000000000001000000000000240089001200010500000000000515000000010000000200000003000000E9030000")]
    [InlineData("a group of the domain, generic read", "S-1-5-21-1-2-3-513", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E903000002002C0001000000000024000000008001050000000000051500000001000000020000000300000001020000")]
    [InlineData("Authenticated Users, who may change the list", "S-1-5-11", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E903000002001C0001000000000014000000040001010000000000050B000000")]
    [InlineData("Everyone, under a condition", "S-1-1-0", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E903000002001C00010000000900140089001200010100000000000100000000")]
    [InlineData("Interactive, by an entry for objects", "S-1-5-4", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E9030000020030000100000005002800010000000100000000000000000000000000000000000000010100000000000504000000")]
    [InlineData("Authenticated Users, who may write only", "", "0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E903000002001C0001000000000014000200000001010000000000050B000000")]
    public void Who_is_not_on_the_list_is_named(string what, string strangers, string descriptor)
    {
        var found = FileSecurityFacts.Parse(Convert.FromHexString(descriptor)).UnauthorizedReaders(Ordinary);
        Assert.True(strangers == string.Join(' ', found), $"{what}: {string.Join(' ', found)}");
    }

    [Fact]
    public void One_that_is_cut_anywhere_is_refused()
    {
        var whole = Convert.FromHexString("0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E9030000020070000400000000101400FF011F0001010000000000051200000000101800FF011F000102000000000005200000002002000000101800A9001200010200000000000520000000210200000000240089001200010500000000000515000000010000000200000003000000E9030000");
        for (var length = 0; length < whole.Length; length++)
        {
            Assert.Throws<FormatException>(() => FileSecurityFacts.Parse(whole.AsSpan(0, length)));
        }
    }

    [Fact]
    public void Whatever_a_byte_becomes_it_is_understood_or_refused()
    {
        var whole = Convert.FromHexString("0100048014000000000000000000000030000000010500000000000515000000010000000200000003000000E9030000020070000400000000101400FF011F0001010000000000051200000000101800FF011F000102000000000005200000002002000000101800A9001200010200000000000520000000210200000000240089001200010500000000000515000000010000000200000003000000E9030000");
        for (var i = 0; i < whole.Length; i++)
        {
            foreach (var value in new byte[] { 0, 1, 7, 0x7F, 0x80, 0xFF })
            {
                var damaged = whole.ToArray();
                damaged[i] = value;
                var error = Record.Exception(() => FileSecurityFacts.Parse(damaged));
                Assert.True(error is null or FormatException, $"byte {i} = {value}: {error}");
            }
        }
    }

    [Fact]
    public void The_advice_names_the_user_by_the_identifier() => Assert.Equal(
        @"""C:\my files\pw"" /inheritance:r /remove:g *S-1-1-0 *S-1-5-32-545 /grant:r *S-1-5-21-1-2-3-1001:R",
        Read(Everyone, "S-1-5-32-545").Arguments(@"C:\my files\pw", Ordinary, [Everyone, "S-1-5-32-545"]));

    [Theory]
    [InlineData("S-1-5-19")]
    [InlineData("S-1-5-20")]
    [InlineData("S-1-5-80-1-2-3-4-5")]
    public void An_administrator_may_look_at_a_file_that_is_for_a_service(string account)
    {
        Assert.Empty(Read(account).UnauthorizedReaders(Administrator));
        Assert.Equal([account], Read(account).UnauthorizedReaders(Ordinary));
    }

    [Theory]
    [InlineData("S-1-5-80-0")]
    [InlineData("S-1-5-6")]
    [InlineData(Named)]
    [InlineData(Everyone)]
    public void And_not_at_one_that_all_services_or_anybody_else_can_read(string reader) => Assert.Equal([reader], Read(reader).UnauthorizedReaders(Administrator));

    [Fact]
    public void A_named_account_counts_where_a_task_or_a_service_runs_as_it()
    {
        Assert.Empty(Read(Named).UnauthorizedReaders(Administrator with { Runs = [Named] }));
        Assert.Equal([Named], Read(Named).UnauthorizedReaders(Ordinary with { Runs = [Named] }));
        Assert.StartsWith("if a task or service is to run as one of them, register it first and run this again; else run icacls ", Read(Named).FixCommand("pw", Administrator, [Named]), StringComparison.Ordinal);
        Assert.StartsWith("run icacls ", Read(Everyone).FixCommand("pw", Administrator, [Everyone]), StringComparison.Ordinal);
    }

    /// <summary>Files as administrators make them for a task, and as they come by inheritance: whatever else may read them, the advice leaves the account that the scan runs as its right.</summary>
    [Fact]
    public void The_advice_never_locks_out_the_account_that_runs_the_scan()
    {
        string[] accounts = ["S-1-5-18", "S-1-5-19", "S-1-5-20", "S-1-5-80-1-2-3-4-5", Named, User];
        string[] others = [Everyone, "S-1-5-11", "S-1-5-32-545", "S-1-5-21-1-2-3-513", "S-1-5-80-0", "S-1-3-4", "S-1-5-32-544", .. accounts];
        var random = new Random(36);
        var closed = 0;
        for (var i = 0; i < 400; i++)
        {
            var account = accounts[random.Next(accounts.Length)];
            var readers = others.Where(_ => random.Next(3) == 0).Append(account).Distinct().OrderBy(_ => random.Next()).ToList();
            var file = new FileSecurityFacts(random.Next(2) == 0 ? User : account, readers);
            var user = new FileUser(User, IsAdministrator: account != User || random.Next(2) == 0, account == Named ? [Named] : []);
            var strangers = file.UnauthorizedReaders(user);
            Assert.DoesNotContain(account, strangers);
            var words = file.Arguments("pw", user, strangers).Split(' ');
            var granted = words.SkipWhile(word => word != "/grant:r").Skip(1).ToList();
            Assert.Contains(account == "S-1-5-18" ? $"*{account}:F" : $"*{account}:R", granted);
            Assert.DoesNotContain($"*{account}", words);
            Assert.All(strangers, stranger => Assert.DoesNotContain($"*{stranger}:R", granted));
            closed += strangers.Count > 0 ? 1 : 0;
        }

        Assert.InRange(closed, 100, 400);
    }

    private static FileSecurityFacts Read(params string[] readers) => new(User, readers);
}
