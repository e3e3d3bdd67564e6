namespace TimerProbe.Core.Tests.Documents;

/// <summary>Makes records whose every text is another one, to see which of them a function keeps.</summary>
internal static class FilledRecord
{
    /// <summary>A record with a text of its own in every member that is a text, a list of texts or a map of texts.</summary>
    /// <param name="record">The record whose other members count.</param>
    /// <param name="text">Makes the text of a member.</param>
    public static T Of<T>(T record, Func<string, string> text) where T : class
    {
        foreach (var property in typeof(T).GetProperties(BindingFlags.Public | BindingFlags.Instance).Where(property => property.CanWrite))
        {
            if (property.PropertyType == typeof(string))
            {
                property.SetValue(record, text(property.Name));
            }
            else if (property.PropertyType == typeof(IReadOnlyList<string>))
            {
                property.SetValue(record, new[] { text(property.Name), text(property.Name) });
            }
        }

        return record;
    }
}
