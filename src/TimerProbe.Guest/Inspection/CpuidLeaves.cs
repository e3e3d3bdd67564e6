using CpuidRegisters = (uint Eax, uint Ebx, uint Ecx, uint Edx);

namespace TimerProbe.Guest.Inspection;

/// <summary>A leaf above the maximum of its range is never asked for: Intel processors then answer with another leaf's figures.</summary>
internal sealed class CpuidLeaves(Func<uint, CpuidRegisters> cpuid)
{
    private const uint RangeMask = 0xFFFF_FF00;

    private readonly Dictionary<uint, CpuidRegisters> _known = [];

    /// <returns>Null when the leaf's range does not reach that far.</returns>
    public CpuidRegisters? At(uint leaf) => leaf <= Maximum(leaf & RangeMask) ? ReadCpuid(leaf) : null;

    /// <summary>The highest leaf of a range. KVM before Linux 2.6.38 said 0 for 0x40000001.</summary>
    public uint Maximum(uint range)
    {
        var reported = ReadCpuid(range).Eax;
        return reported == 0 && range != 0 ? range + 1 : reported;
    }

    private CpuidRegisters ReadCpuid(uint leaf)
    {
        if (!_known.TryGetValue(leaf, out var registers))
        {
            _known.Add(leaf, registers = cpuid(leaf));
        }

        return registers;
    }

    public static string Text(params ReadOnlySpan<uint> registers)
    {
        var text = new StringBuilder();
        foreach (var register in registers)
        {
            for (var shift = 0; shift < 32; shift += 8)
            {
                var letter = (char)(register >> shift & 0xFF);
                text.Append(letter is >= ' ' and <= '~' ? letter.ToString() : "");
            }
        }

        return text.ToString();
    }
}
