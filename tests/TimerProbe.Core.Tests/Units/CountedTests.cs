namespace TimerProbe.Core.Tests.Units;

public sealed class CountedTests
{
    [Theory]
    [InlineData(0, "0 host classes")]
    [InlineData(1, "1 host class")]
    [InlineData(1_024, "1,024 host classes")]
    public void A_number_agrees_with_its_noun(int count, string text) => Assert.Equal(text, Counted.Of(count, Noun.HostClass));

    [Fact]
    public void A_word_before_a_noun_leaves_it_its_forms() =>
        Assert.Equal(["1 more try", "2 more tries"], [Counted.Of(1, Noun.Try.With("more")), Counted.Of(2, Noun.Try.With("more"))]);

    [Fact]
    public void Every_noun_has_two_forms_and_every_kind_of_subject_a_noun()
    {
        var nouns = typeof(Noun).GetFields(BindingFlags.Static | BindingFlags.Public).Select(field => (Noun)field.GetValue(null)!).ToList();
        Assert.All(nouns.Select(noun => (One: noun.For(1), Many: noun.For(2))), noun =>
        {
            Assert.DoesNotMatch("(ss|[^aeiou]ys)( |$)", noun.Many);
            Assert.NotEqual(noun.One, noun.Many);
        });
        Assert.Equal(Enum.GetValues<SubjectKind>().Length, Enum.GetValues<SubjectKind>().Select(Subject.GetNoun).Distinct().Count());
    }
}
