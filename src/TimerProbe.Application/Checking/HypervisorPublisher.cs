namespace TimerProbe.Application.Checking;

/// <summary>Leaves results with this machine's hypervisor, where <c>scan</c> finds them. A failure is never more than a sentence.</summary>
public sealed class HypervisorPublisher
{
    public static readonly TimeSpan MinInterval = TimeSpan.FromMinutes(15);

    private readonly GuestVariable? _variable;
    private readonly UseCaseContext _context;
    private string _said = "";

    /// <param name="named">The program of VMware Tools, a whole path; null for the one that is installed.</param>
    /// <exception cref="UseCaseException">The program that was named does not exist.</exception>
    public HypervisorPublisher(string? named, UseCaseContext context)
    {
        if (named is not null && !(Path.IsPathFullyQualified(named) && File.Exists(named)))
        {
            throw new UseCaseException(
                ExitCode.Usage, $"--tools-program takes the whole path of vmtoolsd or rpctool, and {named} is no such file");
        }

        _context = context;
        _variable = (named ?? GuestVariable.FindProgram()) is { } program
            ? new GuestVariable(program, PublishedCheck.Variable, GuestVariable.DefaultLimit)
            : null;
    }

    /// <summary>Publishes a result, unless the one that is there says the same and is of the last quarter of an hour.</summary>
    public bool Publish(PublishedCheck check, CancellationToken cancellationToken)
    {
        check = AboutThisMachine(check);
        if (_variable?.Read(cancellationToken) is { } there
            && PublishedCheckJson.Read(there).Check is { } earlier
            && earlier.IsEquivalentTo(check)
            && check.MeasuredAt - earlier.MeasuredAt is { Ticks: >= 0 } age
            && age < MinInterval)
        {
            _context.Dialog.Progress($"not published again: the result published {age.TotalMinutes:0} min ago says the same");
            return true;
        }

        return Write(check, cancellationToken);
    }

    public bool PublishAnew(PublishedCheck check, CancellationToken cancellationToken) => Write(AboutThisMachine(check), cancellationToken);

    /// <summary>Takes away what is published.</summary>
    /// <exception cref="UseCaseException">The hypervisor refuses, or there is none to ask.</exception>
    public void Clear(CancellationToken cancellationToken)
    {
        if (Set("", cancellationToken) is { } why)
        {
            throw new UseCaseException(ExitCode.NotPossible, $"not cleared: {why}");
        }
    }

    private bool Write(PublishedCheck check, CancellationToken cancellationToken)
    {
        if (Set(PublishedCheckJson.Write(check), cancellationToken) is { } why)
        {
            if (why != _said)
            {
                _context.Dialog.ReportProblem($"not published: {why}");
            }

            _said = why;
            return false;
        }

        _said = "";
        _context.Dialog.Progress($"published to the hypervisor as {PublishedCheck.Variable}");
        return true;
    }

    private string? Set(string value, CancellationToken cancellationToken) =>
        _variable is null ? GuestVariable.GetMissingReason() : _variable.Write(value, cancellationToken);

    private static PublishedCheck AboutThisMachine(PublishedCheck check) =>
        check with { Boot = MachineInspector.ReadBootId(), SqlServer = MachineInspector.HasSqlServer() };
}
