namespace TimerProbe.Core.Tests.Placement;

public sealed class ProcessorTableTests
{
    /// <summary>By MSR 0x48B, 'Use TSC scaling' or 'host does not support it' of public vmware.log files, and Intel's servers as documented.</summary>
    [Theory]
    [InlineData("06_17 06_2A 06_2C 06_2D 06_3A 06_3C 06_3E 06_3F 06_45 06_4E 06_5E 06_8E 06_9E 06_A5", TscScaling.No)]
    [InlineData("06_55 06_6A 06_6C 06_7E 06_8C 06_8F 06_97 06_9A 06_A7 06_AD 06_BA 06_CF", TscScaling.Yes)]
    [InlineData("06_4F 06_3D 06_56 06_B7 0F_06", TscScaling.Unknown)]
    public void Intel_is_as_its_captures_say(string signatures, TscScaling scales) => Assert.All(signatures.Split(' '), signature =>
        Assert.Equal(scales, Find("intel", signature)));

    [Theory]
    [InlineData("10_0A", TscScaling.No)]
    [InlineData("15_02 17_18 17_31 17_71 19_01 19_11 19_50 1A_02", TscScaling.Yes)]
    [InlineData("16_00 18_00", TscScaling.Unknown)]
    public void AMD_can_from_family_15h_on(string signatures, TscScaling scales) => Assert.All(signatures.Split(' '), signature =>
        Assert.Equal(scales, Find("amd", signature)));

    [Theory]
    [InlineData("Intel(R) Xeon(R) Gold 6148 CPU @ 2.40GHz", "Xeon Gold 6148")]
    [InlineData("Intel(R) Core(TM)2 Duo CPU P8600 @ 2.40GHz", "Core 2 Duo P8600")]
    [InlineData("AMD EPYC 7543 32-Core Processor", "AMD EPYC 7543")]
    [InlineData("INTEL(r) XEON(tm)", "INTEL XEON")]
    [InlineData("Intel(R)Xeon(R)E5-2680", "Xeon E5-2680")]
    [InlineData("@ CPU", "@ CPU")]
    [InlineData("Intel(R) CPU @ 2.40GHz", "Intel(R) CPU @ 2.40GHz")]
    public void A_brand_is_named_without_what_all_have(string brand, string name) => Assert.Equal(name, HostClasses.GetShortName(brand));

    [Theory]
    [InlineData(null, 6, 0x55)]
    [InlineData("hygon", 0x18, 0)]
    [InlineData("intel", null, null)]
    [InlineData("amd", 6, 0x55)]
    public void What_is_not_in_it_is_never_guessed(string? vendor, int? family, int? model) =>
        Assert.Equal(TscScaling.Unknown, ProcessorTable.Find(vendor, family, model));

    [Theory]
    [InlineData(0x00050654u, 6, 0x55)]
    [InlineData(0x000306F2u, 6, 0x3F)]
    [InlineData(0x00A00F11u, 0x19, 0x01)]
    [InlineData(0x00800F12u, 0x17, 0x01)]
    [InlineData(0x00100FA0u, 0x10, 0x0A)]
    [InlineData(0x00000F65u, 0x0F, 0x06)]
    public void Family_and_model_are_in_the_register_with_their_extensions(uint eax, int family, int model) =>
        Assert.Equal(new ProcessorSignature(family, model), ProcessorSignature.From(eax));

    private static TscScaling Find(string vendor, string signature) =>
        ProcessorTable.Find(vendor, Convert.ToInt32(signature[..2], 16), Convert.ToInt32(signature[3..], 16));
}
