package main

import (
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/methods"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
)

// propertyCollector adds what the library lacks and vCenter does: pages of maxObjects with single-use tokens, one
// unknown path failing the whole request, and paths that name one option by its key, as config.extraConfig["disk.EnableUUID"].
type propertyCollector struct {
	simulator.PropertyCollector
	center *center
	guard  sync.Mutex
	rest   map[string]remainder
}

type remainder struct {
	found      *found
	from, size int
}

func newPropertyCollector(c *center) *propertyCollector {
	p := &propertyCollector{center: c, rest: map[string]remainder{}}
	p.Self = c.instance.Content.PropertyCollector
	return p
}

func (p *propertyCollector) RetrievePropertiesEx(ctx *simulator.Context, req *types.RetrievePropertiesEx) soap.HasFault {
	asked := ""
	if p.center.keepAnswers {
		asked = question(ctx, req.SpecSet)
	}
	answer, known := p.center.answers.get(asked)
	if !known {
		objects, fault := p.collect(ctx, req)
		if fault != nil {
			return fault
		}
		answer = newFound(objects)
		if asked != "" {
			p.center.answers.put(asked, answer)
		}
	}
	page := p.page(remainder{answer, 0, int(req.Options.MaxObjects)})
	return &encodedBody[RetrievePropertiesExResponse]{&RetrievePropertiesExResponse{&page}}
}

func (p *propertyCollector) collect(ctx *simulator.Context, req *types.RetrievePropertiesEx) ([]types.ObjectContent, soap.HasFault) {
	var keyed keyedPaths
	if ctx.Session != nil && p.center.keyedPaths != "refused" {
		keyed = takeKeyed(req.SpecSet)
	}
	answer := p.PropertyCollector.RetrievePropertiesEx(ctx, req).(*methods.RetrievePropertiesExBody)
	if answer.Fault() != nil {
		return nil, answer
	}
	result := answer.Res.Returnval
	if path, unknown := unknownPath(result.Objects); unknown {
		return nil, &methods.RetrievePropertiesExBody{Fault_: simulator.Fault("", &types.InvalidProperty{Name: path})}
	}
	for i := range result.Objects {
		if unknown := keyed.addTo(&result.Objects[i]); unknown != "" {
			return nil, &methods.RetrievePropertiesExBody{Fault_: simulator.Fault("", &types.InvalidProperty{Name: unknown})}
		}
	}
	return result.Objects, nil
}

func (p *propertyCollector) ContinueRetrievePropertiesEx(_ *simulator.Context, req *types.ContinueRetrievePropertiesEx) soap.HasFault {
	rest, known := p.take(req.Token)
	if !known {
		return &methods.ContinueRetrievePropertiesExBody{Fault_: simulator.Fault("", &types.InvalidArgument{InvalidProperty: "token"})}
	}
	return &encodedBody[ContinueRetrievePropertiesExResponse]{&ContinueRetrievePropertiesExResponse{p.page(rest)}}
}

func (p *propertyCollector) CancelRetrievePropertiesEx(_ *simulator.Context, req *types.CancelRetrievePropertiesEx) soap.HasFault {
	body := new(methods.CancelRetrievePropertiesExBody)
	if _, known := p.take(req.Token); !known {
		body.Fault_ = simulator.Fault("", &types.InvalidProperty{Name: "token"})
		return body
	}
	body.Res = new(types.CancelRetrievePropertiesExResponse)
	return body
}

func (p *propertyCollector) page(r remainder) RetrieveResult {
	to := len(r.found.encoded)
	if r.size <= 0 || to-r.from <= r.size {
		return RetrieveResult{"", r.found.page(r.from, to)}
	}
	to = r.from + r.size
	token := uuid.New().String()
	p.guard.Lock()
	defer p.guard.Unlock()
	p.rest[token] = remainder{r.found, to, r.size}
	return RetrieveResult{token, r.found.page(r.from, to)}
}

func (p *propertyCollector) take(token string) (remainder, bool) {
	p.guard.Lock()
	defer p.guard.Unlock()
	rest, known := p.rest[token]
	delete(p.rest, token)
	return rest, known
}

func unknownPath(objects []types.ObjectContent) (string, bool) {
	for _, object := range objects {
		for _, missing := range object.MissingSet {
			if _, invalid := missing.Fault.Fault.(*types.InvalidProperty); invalid {
				return missing.Path, true
			}
		}
	}
	return "", false
}

// keyedPaths are paths that name an option by its key, which stands in quotes: by type and array, the whole path by the key.
type keyedPaths map[struct{ objectType, array string }]map[string]string

// takeKeyed takes the keyed paths out of what is asked for.
func takeKeyed(specs []types.PropertyFilterSpec) keyedPaths {
	keyed := keyedPaths{}
	for _, spec := range specs {
		for i := range spec.PropSet {
			set := &spec.PropSet[i]
			var plain []string
			for _, path := range set.PathSet {
				array, key, isKeyed := strings.Cut(path, "[\"")
				if !isKeyed || !strings.HasSuffix(key, "\"]") {
					plain = append(plain, path)
					continue
				}
				of := struct{ objectType, array string }{set.Type, array}
				if keyed[of] == nil {
					keyed[of] = map[string]string{}
				}
				keyed[of][strings.TrimSuffix(key, "\"]")] = path
			}
			set.PathSet = plain
		}
	}
	return keyed
}

// addTo adds the options that an object has of those asked for. It returns a path to an array that is none of options.
func (k keyedPaths) addTo(content *types.ObjectContent) string {
	for of, paths := range k {
		if of.objectType != content.Obj.Type {
			continue
		}
		var options []types.BaseOptionValue
		switch object := simulator.Map.Get(content.Obj).(type) {
		case *simulator.VirtualMachine:
			if object.Config != nil {
				options = object.Config.ExtraConfig
			}
		case *simulator.HostSystem:
			if object.Config != nil {
				options = object.Config.Option
			}
		}
		if of.array != map[string]string{"VirtualMachine": "config.extraConfig", "HostSystem": "config.option"}[of.objectType] {
			for _, path := range paths {
				return path
			}
		}
		for _, option := range options {
			value := option.GetOptionValue()
			if path, asked := paths[value.Key]; asked {
				content.PropSet = append(content.PropSet, types.DynamicProperty{Name: path, Val: *value})
			}
		}
	}
	return ""
}
