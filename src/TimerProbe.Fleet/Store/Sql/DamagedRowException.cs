namespace TimerProbe.Fleet.Store.Sql;

/// <summary>A value in a store is none that this program wrote.</summary>
/// <param name="wrong">What is wrong with it.</param>
internal sealed class DamagedRowException(Exception wrong) : Exception(wrong.Message, wrong);
