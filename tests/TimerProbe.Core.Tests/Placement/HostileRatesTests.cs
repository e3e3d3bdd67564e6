using static TimerProbe.Core.Tests.Placement.FleetBuilder;

namespace TimerProbe.Core.Tests.Placement;

/// <summary>Guests' results whose numbers somebody made up: each is refused with its place, or leads to a scan that can be written.</summary>
public sealed class HostileRatesTests
{
    private static readonly int Documents = Cases.Of(10_000);

    private static readonly string[] Values =
    [
        "0", "-0.0", "-1", "1", "0.5", "7", "999999", "1000000", "1000001", "2494000000", "99999999999", "100000000000", "100000000001", "1e-101", "1e-100", "1e18", "1e19", "1e308", "1e400",
        "4294967295", "4294967296", "9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616", "null", "\"2494000000\"",
    ];

    [Fact]
    [Trait("Takes", "seconds")]
    public void No_number_of_a_guest_ends_a_scan()
    {
        var random = new Random(20261124);
        var machine = Machine("db01", Slow) with { Uuid = Uuid };
        var reading = Reading((machine, [Event(1, MachineEventKind.PoweredOn, Slow)]), (Machine("db02", Fast), []));
        var sample = Check();
        Assert.InRange(Numbers(sample).Count(), 20, 1000);
        var taken = 0;
        for (var document = 0; document < Documents; document++)
        {
            var changed = sample.DeepClone();
            // At least one of those that placing divides by.
            changed["machine"]!["hypervisor"]![random.Next(2) == 0 ? "virtualTscHz" : "hostHz"] = Pick(random);
            for (var more = random.Next(3); more > 0; more--)
            {
                var numbers = Numbers(changed).ToList();
                numbers[random.Next(numbers.Count)].ReplaceWith(Pick(random));
            }

            CheckDocument check;
            try
            {
                check = DocumentJson.Read<CheckDocument>(changed.ToJsonString());
            }
            catch (JsonException ex)
            {
                Assert.Contains("(at $.", ex.Message, StringComparison.Ordinal);
                continue;
            }

            taken++;
            var joined = new GuestJoin(Rules, GuestJoin.DefaultMaxAge)
                .Join([Place(reading)], [GuestResult.From(check)], [reading.Published], [], now: Boot.AddDays(1));
            var facts = new FleetFacts { VCenters = joined.VCenters, Frequencies = Rules };
            var scan = SampleScan.Of(joined.VCenters) with { Findings = RuleCatalogue.Evaluate(facts) };
            Assert.NotNull(DocumentJson.Read<ScanDocument>(DocumentJson.Write(scan)));
            Assert.NotNull(DocumentJson.Read<CheckDocument>(DocumentJson.Write(check)));
        }

        Assert.InRange(taken, Documents / 20, Documents);
    }

    private static JsonNode? Pick(Random random) => JsonNode.Parse(Values[random.Next(Values.Length)]);

    private static IEnumerable<JsonNode> Numbers(JsonNode? node) => node switch
    {
        JsonObject members => members.SelectMany(member => Numbers(member.Value)),
        JsonArray items => items.SelectMany(Numbers),
        JsonValue value when value.GetValueKind() == JsonValueKind.Number => [value],
        _ => [],
    };

    private static JsonNode Check()
    {
        var facts = GuestFactsBuilder.WindowsOnVMware;
        var machine = facts.Machine with { Name = "db01", SmbiosUuid = Uuid, Hypervisor = facts.Machine.Hypervisor with { VirtualTscHz = Slow.Hz, HostHz = Slow.Hz } };
        return JsonNode.Parse(DocumentJson.Write((facts with { Machine = machine }).ToDocument(Boot.AddHours(1))))!;
    }
}
