namespace TimerProbe.Guest.Tests.Inspection.Windows;

public class ReferencePageTests
{
    // Sequence 5, 10^7 * 2^64 / 2,494,000,000 Hz, a bias of -1,234,567,890 units.
    private static readonly byte[] Valid =
    [0x05, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x65, 0x6C, 0x10, 0x50, 0xC6, 0x06, 0x01, 0x2E, 0xFD, 0x69, 0xB6, 0xFF, 0xFF, 0xFF, 0xFF];

    [Fact]
    public void A_page_has_sequence_multiplier_and_bias()
    {
        var page = ReferencePage.Parse(Valid, Valid)!;
        Assert.Equal(5u, page.Sequence);
        Assert.Equal(0x0106_C650_106C_6500ul, page.Multiplier);
        Assert.Equal(-1_234_567_890, page.Bias);
        Assert.True(page.Valid);
        Assert.Equal(new Frequency(2_494_000_000), page.ToldTscHz);
    }

    [Fact]
    public void A_page_that_changed_between_two_copies_is_copied_again()
    {
        byte[] later = [6, .. Valid[1..]];
        Assert.Null(ReferencePage.Parse(Valid, later));
        Assert.Equal(6u, ReferencePage.Parse(later, later)!.Sequence);
        Assert.Null(ReferencePage.Parse(Valid.AsSpan(0, 23), Valid));
        Assert.Null(ReferencePage.Parse(Valid, Valid.AsSpan(0, 3)));
        Assert.NotNull(ReferencePage.Parse(Valid, Valid.AsSpan(0, 4)));
    }

    [Fact]
    public void Sequence_zero_is_a_page_that_does_not_hold_and_its_multiplier_tells_nothing()
    {
        byte[] invalid = [0, .. Valid[1..]];
        var page = ReferencePage.Parse(invalid, invalid)!;
        Assert.Equal(0u, page.Sequence);
        Assert.False(page.Valid);
        Assert.Null(page.ToldTscHz);
    }

    [Theory]
    [InlineData(0ul)]
    [InlineData(1ul)]
    [InlineData(ulong.MaxValue)]
    public void A_multiplier_of_no_processor_tells_no_rate(ulong multiplier) => Assert.Null(new ReferencePageFacts(1, multiplier, 0).ToldTscHz);

    [Theory]
    [InlineData(unchecked((int)0xC000_0003), "status 0xc0000003")]
    [InlineData(unchecked((int)0xC000_00BB), "status 0xc00000bb")]
    [InlineData(0, "shares no page")]
    public void A_refusal_is_a_fact(int status, string why)
    {
        var reading = ReferencePage.Address(status, 0);
        Assert.Null(reading.Value);
        Assert.Contains(why, reading.Why, StringComparison.Ordinal);
        Assert.Equal((nint)0x7FFE_1000, ReferencePage.Address(0, 0x7FFE_1000).Value);
    }

    [Fact]
    public void The_page_tells_the_rate_where_CPUID_does_not()
    {
        var page = new ReferencePageFacts(5, 0x0106_C650_106C_6500, 0);
        var unavailable = new UnavailableFacts([new("virtualTscHz", "the hypervisor reports no TSC frequency"), new("hostHz", "not read")]);
        var told = ReferencePage.AddTsc(new HypervisorFacts { Present = true, Vendor = "Microsoft Hv" }, page, unavailable);
        Assert.Equal(new Frequency(2_494_000_000), told.VirtualTscHz);
        Assert.Equal(TscRateSource.ReferencePage, told.VirtualTscSource);
        Assert.Equal("hostHz", Assert.Single(unavailable.All).What);
    }

    [Fact]
    public void CPUID_goes_before_the_page_and_a_page_that_does_not_hold_fills_nothing()
    {
        var unavailable = new UnavailableFacts([new("virtualTscHz", "the hypervisor reports no TSC frequency")]);
        var cpuid = new HypervisorFacts { Present = true, VirtualTscHz = new Frequency(2_593_905_000), VirtualTscSource = TscRateSource.Cpuid };
        Assert.Equal(cpuid, ReferencePage.AddTsc(cpuid, new ReferencePageFacts(5, 0x0106_C650_106C_6500, 0), unavailable));
        var untold = new HypervisorFacts { Present = true };
        Assert.Equal(untold, ReferencePage.AddTsc(untold, new ReferencePageFacts(0, 0x0106_C650_106C_6500, 0), unavailable));
        Assert.Equal(untold, ReferencePage.AddTsc(untold, page: null, unavailable));
        Assert.Single(unavailable.All);
    }

    [Fact]
    public void No_bytes_make_it_throw() => Garbage.NeverThrows(Valid, bytes => ReferencePage.Parse(bytes, bytes)?.ToldTscHz.ToString());
}
