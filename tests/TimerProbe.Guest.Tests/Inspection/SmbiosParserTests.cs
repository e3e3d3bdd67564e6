namespace TimerProbe.Guest.Tests.Inspection;

public class SmbiosParserTests
{
    [Fact]
    public void VMwares_table_names_manufacturer_product_and_uuid() => Assert.Equal(
        new SmbiosFacts("VMware, Inc.", "VMware7,1", "8b4a2242-8c2b-3e0f-d1e2-5a6b7c8d9eaf"), SmbiosFacts.Parse(SmbiosTable.VMware()));

    [Theory]
    [InlineData(2, 4, "42224a8b-2b8c-0f3e-d1e2-5a6b7c8d9eaf")]
    [InlineData(2, 5, "42224a8b-2b8c-0f3e-d1e2-5a6b7c8d9eaf")]
    [InlineData(2, 6, "8b4a2242-8c2b-3e0f-d1e2-5a6b7c8d9eaf")]
    [InlineData(3, 0, "8b4a2242-8c2b-3e0f-d1e2-5a6b7c8d9eaf")]
    public void Before_version_2_6_the_uuid_is_in_network_order(byte major, byte minor, string uuid) =>
        Assert.Equal(uuid, SmbiosFacts.Parse(SmbiosTable.VMware(major, minor))!.Uuid);

    [Theory]
    [InlineData(0, null, null, false)]
    [InlineData(1, "maker", null, false)]
    [InlineData(2, "maker", "model", false)]
    [InlineData(19, "maker", "model", false)]
    [InlineData(20, "maker", "model", true)]
    public void A_structure_of_an_older_version_tells_what_it_has(int length, string? manufacturer, string? product, bool hasUuid)
    {
        byte[] fields = [1, 2, 0, 0, .. SmbiosTable.SetUuid];
        var told = SmbiosFacts.Parse(SmbiosTable.Raw(2, 7, SmbiosTable.Structure(1, fields[..length], "maker", "model")))!;
        Assert.Equal((manufacturer, product, hasUuid), (told.Manufacturer, told.Product, told.Uuid is not null));
    }

    [Fact]
    public void What_lies_behind_the_end_of_the_table_does_not_count()
    {
        byte[] system = SmbiosTable.Structure(1, [1, 2], "maker", "model");
        Assert.Null(SmbiosFacts.Parse(SmbiosTable.Raw(3, 0, [.. SmbiosTable.Structure(127, []), .. system])));
        byte[] cut = SmbiosTable.Raw(3, 0, [.. SmbiosTable.Structure(0, [], "bios"), .. system]);
        Assert.NotNull(SmbiosFacts.Parse(cut));
        cut[4] = 10;
        Assert.Null(SmbiosFacts.Parse(cut));
    }

    [Fact]
    public void Blanks_around_a_name_are_none_of_it() => Assert.Equal(
        new SmbiosFacts("maker", null, null), SmbiosFacts.Parse(SmbiosTable.Raw(2, 7, SmbiosTable.Structure(1, [1, 2], " maker ", "  "))));

    [Theory]
    [InlineData(0x00)]
    [InlineData(0xFF)]
    public void A_uuid_of_zeros_or_ones_is_not_set(byte filler) =>
        Assert.Null(SmbiosFacts.Parse(SmbiosTable.VMware(uuid: [.. Enumerable.Repeat(filler, 16)]))!.Uuid);

    [Fact]
    public void A_table_without_a_system_structure_tells_nothing() =>
        Assert.Null(SmbiosFacts.Parse(SmbiosTable.Raw(3, 0, [.. SmbiosTable.Structure(0, new byte[20], "bios"), .. SmbiosTable.Structure(127, [])])));

    [Fact]
    public void A_string_number_without_a_string_is_silence() => Assert.Equal(
        new SmbiosFacts(null, null, null),
        SmbiosFacts.Parse(SmbiosTable.Raw(2, 0, [.. SmbiosTable.Structure(1, [0, 3, 0, 0], "one", "two"), .. SmbiosTable.Structure(2, [1, 1], "a board")])));

    [Fact]
    public void Nothing_at_all_is_no_table() => Assert.Null(SmbiosFacts.Parse([]));

    [Fact]
    public void No_bytes_make_it_throw() => Garbage.NeverThrows(SmbiosTable.VMware(), bytes => SmbiosFacts.Parse(bytes));

    [Theory]
    [InlineData("OracleCloud.com", "OracleCloud.com")]
    [InlineData("7783-7084-3265-9085-8269-3286-77", "7783-7084-3265-9085-8269-3286-77")]
    [InlineData("ACME-4711, rack 12", null)]
    public void Of_asset_tags_only_a_clouds_is_kept(string tag, string? kept)
    {
        byte[] chassis = SmbiosTable.Structure(3, [1, 1, 0, 2, 3], "maker", "serial", tag);
        var told = SmbiosFacts.Parse(SmbiosTable.Raw(2, 7, [.. SmbiosTable.Structure(1, [1, 2], "maker", "model"), .. chassis]))!;
        Assert.Equal(tag, told.ChassisAssetTag);
        Assert.Equal(kept, Clouds.KnownTag(told.ChassisAssetTag));
    }
}
