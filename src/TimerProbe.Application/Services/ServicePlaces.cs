using TimerProbe.Application.Saving;

namespace TimerProbe.Application.Services;

/// <summary>Where services of Windows have their files.</summary>
public static class ServicePlaces
{
    /// <summary>The folder of a service.</summary>
    /// <param name="service">What it does, in a word.</param>
    public static string FolderOf(string service) =>
        Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData), "TimerProbe", service);

    /// <summary>A file or a store for a service, which starts in another folder: a whole path, or a store on a server as it is.</summary>
    public static string Whole(string path) => StoreTargetAttribute.IsShared(path) ? path : Path.GetFullPath(path);
}
