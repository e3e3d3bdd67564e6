namespace TimerProbe.Reporting.Reports;

/// <summary>What the cells of a column hold.</summary>
public enum ColumnContent
{
    /// <summary>Words.</summary>
    Words,

    /// <summary>Figures, which are aligned right.</summary>
    Figures,

    /// <summary>Names as somebody else spells them.</summary>
    Names,
}
