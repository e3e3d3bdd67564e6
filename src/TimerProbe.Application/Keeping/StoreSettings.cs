using TimerProbe.Application.Secrets;

namespace TimerProbe.Application.Keeping;

/// <summary>Where runs are kept.</summary>
/// <param name="Target">As <c>--store</c> takes it: the path of a file, or <c>postgres:...</c> without a password.</param>
/// <param name="Password">Where the password of a shared store is kept.</param>
/// <param name="Save">Whether every run is saved; null when nothing is said.</param>
public sealed record StoreSettings(string Target, SecretReference? Password, bool? Save);
