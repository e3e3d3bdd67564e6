using System.Text.Json.Serialization;
using TimerProbe.Core.Facts;
using TimerProbe.Core.Json;
using TimerProbe.Core.Names;

namespace TimerProbe.Core.Documents;

/// <summary>What became of an earlier plan's moves.</summary>
/// <param name="PlanId">The earlier plan.</param>
/// <param name="PlanMadeAt">When it was made.</param>
/// <param name="Moves">Each of its moves.</param>
/// <param name="Worse">How many of these machines run slow now and were not when it was made.</param>
public sealed record PlanVerification(Guid PlanId, DateTimeOffset PlanMadeAt, IReadOnlyList<VerifiedMove> Moves, int Worse);

/// <summary>What became of a move.</summary>
/// <param name="Move">The move.</param>
/// <param name="Outcome">What became of it.</param>
/// <param name="Host">The host it is on now; null when it is gone or none is told.</param>
/// <param name="Now">How its clock reads now, measured or by frequencies; null when it is off or gone.</param>
/// <param name="Measured">What its guest measured since the plan was made; null without a measurement since.</param>
/// <param name="MeasuredAt">When; null without one.</param>
/// <param name="PowerCycled">Whether it was powered on since the plan was made; its home is then where that was.</param>
public sealed record VerifiedMove(
    PlannedMove Move,
    MoveOutcome Outcome,
    [property: Pseudonym(NameKind.Host)] string? Host,
    ClockExpectation? Now,
    ClockState? Measured,
    DateTimeOffset? MeasuredAt,
    bool PowerCycled);

/// <summary>What became of a move.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<MoveOutcome>))]
public enum MoveOutcome
{
    /// <summary>It is on the host proposed.</summary>
    Done,

    /// <summary>It is where it was.</summary>
    NotDone,

    /// <summary>It is on another host.</summary>
    Otherwise,

    /// <summary>It is powered off or suspended.</summary>
    Off,

    /// <summary>The scan does not have it.</summary>
    Gone,
}
