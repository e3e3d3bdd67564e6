using System.Buffers.Binary;
using System.Text;

namespace TimerProbe.Guest.Inspection;

/// <summary>The four registers CPUID fills.</summary>
internal readonly record struct CpuidRegisters(uint Eax, uint Ebx, uint Ecx, uint Edx);

/// <summary>
/// The leaves of CPUID. A leaf above the maximum its range tells is never asked for: Intel processors answer such a
/// question with another leaf's figures.
/// </summary>
/// <param name="cpuid">Answers for a leaf and a subleaf.</param>
internal sealed class CpuidLeaves(Func<uint, uint, CpuidRegisters> cpuid)
{
    private const uint RangeMask = 0xFFFF_FF00;

    private readonly Dictionary<(uint Leaf, uint Subleaf), CpuidRegisters> _known = [];

    /// <summary>The registers of a leaf; null when its range does not reach that far.</summary>
    public CpuidRegisters? At(uint leaf, uint subleaf = 0) => leaf <= Maximum(leaf & RangeMask) ? Ask(leaf, subleaf) : null;

    /// <summary>The highest leaf of a range. KVM before Linux 2.6.38 told 0 and meant 0x40000001.</summary>
    public uint Maximum(uint range)
    {
        var told = Ask(range, 0).Eax;
        return told == 0 && range != 0 ? range + 1 : told;
    }

    private CpuidRegisters Ask(uint leaf, uint subleaf)
    {
        if (!_known.TryGetValue((leaf, subleaf), out var registers))
        {
            registers = cpuid(leaf, subleaf);
            _known.Add((leaf, subleaf), registers);
        }

        return registers;
    }

    /// <summary>The text that registers spell, without the zeros and other unprintable bytes in it.</summary>
    public static string Text(params ReadOnlySpan<uint> registers)
    {
        Span<byte> bytes = stackalloc byte[registers.Length * sizeof(uint)];
        for (var i = 0; i < registers.Length; i++)
        {
            BinaryPrimitives.WriteUInt32LittleEndian(bytes[(i * sizeof(uint))..], registers[i]);
        }

        return string.Concat(Encoding.Latin1.GetString(bytes).Where(char.IsAscii).Where(letter => !char.IsControl(letter)));
    }
}
