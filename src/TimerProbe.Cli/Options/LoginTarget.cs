using TimerProbe.Application.Secrets;

namespace TimerProbe.Cli.Options;

/// <summary>A target to log in to, with what a configuration says about it.</summary>
/// <param name="Name">The target, as people know it.</param>
/// <param name="User">Who logs in; null when nothing is said.</param>
/// <param name="Password">Where the password is kept; null when nothing is said.</param>
internal sealed record LoginTarget(string Name, string? User = null, SecretReference? Password = null);
