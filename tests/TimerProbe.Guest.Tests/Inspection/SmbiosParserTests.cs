using TimerProbe.Guest.Inspection.Windows;

namespace TimerProbe.Guest.Tests.Inspection;

public class SmbiosParserTests
{
    [Fact]
    public void VMwares_table_names_manufacturer_product_and_uuid() => Assert.Equal(
        new SmbiosFacts("VMware, Inc.", "VMware7,1", "8b4a2242-8c2b-3e0f-d1e2-5a6b7c8d9eaf"),
        SmbiosParser.Parse(SmbiosTable.VMware()));

    [Fact]
    public void Before_version_2_6_the_uuid_is_in_network_order() =>
        Assert.Equal("42224a8b-2b8c-0f3e-d1e2-5a6b7c8d9eaf", SmbiosParser.Parse(SmbiosTable.VMware(2, 4))!.Uuid);

    [Fact]
    public void Version_3_counts_as_later_than_2_6() =>
        Assert.Equal("8b4a2242-8c2b-3e0f-d1e2-5a6b7c8d9eaf", SmbiosParser.Parse(SmbiosTable.VMware(3, 0))!.Uuid);

    [Theory]
    [InlineData(0x00)]
    [InlineData(0xFF)]
    public void A_uuid_of_zeros_or_ones_is_not_set(byte filler) =>
        Assert.Null(SmbiosParser.Parse(SmbiosTable.VMware(uuid: [.. Enumerable.Repeat(filler, 16)]))!.Uuid);

    [Fact]
    public void A_table_without_a_system_structure_tells_nothing() =>
        Assert.Null(SmbiosParser.Parse(SmbiosTable.Raw(3, 0, [.. SmbiosTable.Structure(0, new byte[20], "bios"), .. SmbiosTable.Structure(127, [])])));

    [Fact]
    public void A_string_number_without_a_string_is_silence() => Assert.Equal(
        new SmbiosFacts(null, null, null),
        SmbiosParser.Parse(SmbiosTable.Raw(2, 0, SmbiosTable.Structure(1, [0, 3, 0, 0], "one", "two"))));

    [Fact]
    public void Nothing_at_all_is_no_table() => Assert.Null(SmbiosParser.Parse([]));

    [Fact]
    public void No_bytes_make_it_throw() => Garbage.NeverThrows(SmbiosTable.VMware(), bytes => SmbiosParser.Parse(bytes));
}
