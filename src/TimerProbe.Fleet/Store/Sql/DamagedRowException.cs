using System.Text.Json;

namespace TimerProbe.Fleet.Store.Sql;

/// <summary>A value in a store is none that this program wrote.</summary>
internal sealed class DamagedRowException(Exception wrong) : Exception(wrong.Message, wrong)
{
    /// <summary>Whether this is how the reading of a damaged value ends.</summary>
    public static bool IsDamage(Exception wrong) =>
        wrong is JsonException
            or InvalidCastException
            or InvalidOperationException
            or FormatException
            or OverflowException
            or ArgumentException;
}
