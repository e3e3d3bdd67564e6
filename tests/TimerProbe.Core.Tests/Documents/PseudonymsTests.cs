namespace TimerProbe.Core.Tests.Documents;

public sealed class PseudonymsTests
{
    private static readonly Pseudonyms Ours = new(Encoding.UTF8.GetBytes("our key"));

    [Fact]
    public void Another_key_gives_another_pseudonym() =>
        Assert.NotEqual(Ours.Name("guest", "DB01"), new Pseudonyms(Encoding.UTF8.GetBytes("their key")).Name("guest", "DB01"));

    [Fact]
    public void A_uuid_stays_a_uuid_whatever_its_case()
    {
        Assert.Equal(Ours.Uuid("4222ABCD-0000-4000-8000-000000000001"), Ours.Uuid("4222abcd-0000-4000-8000-000000000001"));
        Assert.True(Guid.TryParse(Ours.Uuid("4222abcd-0000-4000-8000-000000000001"), out _));
    }

    [Fact]
    public void A_server_of_the_time_has_a_pseudonym_and_its_reasons_stay()
    {
        var drift = new DriftFacts(0)
        {
            Reference = new TimeReferenceFacts(TimeReferenceKind.Ntp, "ntp.secret.example"),
            Unavailable = [new("counterAgainstReferencePpm", "no answer within a second")],
        };
        var hidden = new Pseudonyms([1, 2, 3]).Apply(drift)!;
        Assert.StartsWith("ntp-", hidden.Reference!.Name, StringComparison.Ordinal);
        Assert.Equal("no answer within a second", hidden.Unavailable[0].Why);
        Assert.Equal("VMware Tools", new Pseudonyms([1])
            .Apply(drift with { Reference = new TimeReferenceFacts(TimeReferenceKind.VmwareTools, "VMware Tools") })!.Reference!.Name);
    }
}
