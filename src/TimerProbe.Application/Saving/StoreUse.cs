namespace TimerProbe.Application.Saving;

/// <summary>What a run has a store for.</summary>
public enum StoreUse
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>It is compared with earlier ones.</summary>
    Read,

    /// <summary>It is kept.</summary>
    Save,
}
