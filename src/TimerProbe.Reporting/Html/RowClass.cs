using TimerProbe.Core.Facts;
using TimerProbe.Reporting.Html.Model;

namespace TimerProbe.Reporting.Html;

/// <summary>The class attribute of a machine's row, with the space before it; none for the ordinary ones.</summary>
/// <param name="Machine">The machine.</param>
internal readonly record struct RowClass(VirtualMachineFacts Machine)
{
    /// <summary>The attribute.</summary>
    public string Attribute => Counts.IsSlow(Machine) ? " class=s"
        : Machine.Placement == Placement.Away ? " class=a"
        : "";
}
