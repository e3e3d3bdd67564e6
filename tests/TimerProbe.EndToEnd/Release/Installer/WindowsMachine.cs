namespace TimerProbe.EndToEnd.Release.Installer;

/// <summary>The watch on a machine.</summary>
/// <param name="Program">The program that it runs.</param>
/// <param name="Options">With which options; those of the installer are none.</param>
/// <param name="IsDisabled">Whether somebody disabled its start.</param>
/// <param name="Fails">Whether it ends as soon as it is started.</param>
/// <param name="IsRunning">Whether it runs.</param>
internal sealed record WatchService(string Program, string Options = "", bool IsDisabled = false, bool Fails = false, bool IsRunning = false)
{
    public const string Here = @"C:\Program Files\TimerProbe\timerprobe.exe";
    public const string Elsewhere = @"D:\Tools\timerprobe.exe";

    /// <summary>The command as the registry has it.</summary>
    public string ImagePath => $"\"{Program}\" watch --service{Options}";
}

/// <summary>What is installed on a machine.</summary>
/// <param name="HasProduct">Whether the product is.</param>
/// <param name="HasFeature">Whether its feature Watch is.</param>
/// <param name="Service">The watch; null for none.</param>
internal sealed record WindowsMachine(bool HasProduct, bool HasFeature, WatchService? Service);
