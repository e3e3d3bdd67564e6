using System.Globalization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Problems;

namespace TimerProbe.Core.Placement;

/// <summary>Whether a guest's result says anything of where its machine is now.</summary>
internal static class ResultAge
{
    /// <summary>The guest's clock may be this much ahead.</summary>
    public static readonly TimeSpan MostAhead = TimeSpan.FromMinutes(10);

    /// <summary>
    /// Why it says nothing of now; null when it does. Since when the machine has been on is one witness:
    /// where vCenter does not tell it, the age, moves, resumes and reverts decide.
    /// </summary>
    public static Problem? WhyStale(
        ProblemCode code, VirtualMachineFacts machine, DateTimeOffset measuredAt, DateTimeOffset now, TimeSpan mostAge) =>
        machine.Placement == Facts.Placement.Off ? Problem.Create(code, $"the virtual machine is off")
        : PowerOnTime.HasBeenOnSince(machine, measuredAt) is var isOn
            && isOn == false ? Problem.Create(code, $"it was measured before the virtual machine was last powered on")
        : measuredAt < machine.MovedAt ? Problem.Create(code, $"it was measured before the virtual machine last changed hosts")
        : measuredAt < machine.ResumedAt ? Problem.Create(code, $"it was measured before the virtual machine was last resumed")
        : measuredAt < machine.RevertedAt ? Problem.Create(
            code, $"it was measured before the virtual machine was last reverted to a snapshot")
        : isOn is null ? WhyOld(code, measuredAt, now, mostAge)
        : null;

    /// <summary>Why it is from a time that has not come yet; null when it is not.</summary>
    public static Problem? WhyAhead(ProblemCode code, DateTimeOffset measuredAt, DateTimeOffset now) =>
        measuredAt - now > MostAhead
            ? Problem.Create(code, $"it is from the future: the guest's clock, or this machine's, is wrong")
            : null;

    /// <summary>Why it is too old, whatever happened since; null when it is not.</summary>
    public static Problem? WhyOld(ProblemCode code, DateTimeOffset measuredAt, DateTimeOffset now, TimeSpan mostAge) =>
        now - measuredAt > mostAge ? Problem.Create(code, $"it is older than {ProblemArgument.Term(AgeText(mostAge))}") : null;

    /// <summary>Whether it tells the frequency of the machine's power-on, whatever it says of the clock.</summary>
    public static bool TellsHome(VirtualMachineFacts machine, DateTimeOffset measuredAt, DateTimeOffset now, TimeSpan mostAge) =>
        !(measuredAt < machine.RevertedAt) && (PowerOnTime.HasBeenOnSince(machine, measuredAt) ?? now - measuredAt <= mostAge);

    private static string AgeText(TimeSpan age) => age < TimeSpan.FromDays(2)
        ? string.Create(CultureInfo.InvariantCulture, $"{age.TotalHours:0.#} hours")
        : string.Create(CultureInfo.InvariantCulture, $"{age.TotalDays:0.#} days");
}
