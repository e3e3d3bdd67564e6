namespace TimerProbe.Reporting.Reports;

/// <summary>What the cells of a column hold.</summary>
public enum ColumnContent
{
    Words,

    Figures,

    Names,
}
