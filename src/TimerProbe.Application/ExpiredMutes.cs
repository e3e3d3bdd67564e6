using System.Globalization;
using TimerProbe.Core.Advice;

namespace TimerProbe.Application;

/// <summary>Says which mutes are over, so that the configuration does not grow old unseen.</summary>
internal static class ExpiredMutes
{
    public static void ComplainOfExpired(this IDialog dialog, MutingFacts? muting)
    {
        foreach (var mute in muting?.Expired ?? [])
        {
            dialog.Complain(
                $"a mute of {mute.Rule} expired on {mute.Expires.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)} and mutes nothing: renew it, or remove it from the configuration");
        }
    }
}
