using System.Globalization;

namespace TimerProbe.Reporting.Tests;

/// <summary>Runs something as on a machine of another culture.</summary>
internal static class InCulture
{
    public static T Of<T>(string culture, Func<T> function)
    {
        var before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
        try
        {
            return function();
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }
}
