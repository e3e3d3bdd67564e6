using Microsoft.AspNetCore.Components;

namespace TimerProbe.Server.Pages;

/// <summary>Makes components, none of which takes anything in its constructor: nothing has to be compiled for that at run time.</summary>
internal sealed class ComponentActivator : IComponentActivator
{
    /// <inheritdoc/>
    public IComponent CreateInstance(Type componentType) => (IComponent)Activator.CreateInstance(componentType)!;
}
