using TimerProbe.Core.Facts;
using TimerProbe.VSphere.Queries;

namespace TimerProbe.VSphere.Inventory;

/// <summary>The machines that were read.</summary>
/// <param name="Machines">All but templates, by name.</param>
/// <param name="Templates">How many templates there are.</param>
/// <param name="Published">What guests published, by the machine's managed object id.</param>
internal sealed record MachineList(
    IReadOnlyList<VirtualMachineFacts> Machines, int Templates, IReadOnlyDictionary<string, string> Published);

/// <summary>The machines that are asked for.</summary>
/// <param name="Machines">They, templates included.</param>
/// <param name="NeedEvents">Whether a home is to be found for any of them.</param>
/// <param name="Since">Since when events can matter to them; null since ever.</param>
internal sealed record ChosenMachines(IReadOnlyList<ManagedObjectReference> Machines, bool NeedEvents, DateTimeOffset? Since);

internal sealed class BootTimes
{
    private bool _isComplete = true;
    private DateTimeOffset? _oldest;

    public bool ArePoweredOn { get; private set; }

    /// <summary>The oldest; null when one of the machines does not tell its own.</summary>
    public DateTimeOffset? Oldest => _isComplete ? _oldest : null;

    public void Add(ObjectContent machine)
    {
        if (!VirtualMachineParser.IsPoweredOn(machine))
        {
            return;
        }

        ArePoweredOn = true;
        var boot = VirtualMachineParser.BootTimeOf(machine);
        _isComplete &= boot is not null;
        _oldest = _oldest is null || boot < _oldest ? boot : _oldest;
    }
}
