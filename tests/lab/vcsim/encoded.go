package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/vmware/govmomi/simulator"
	"github.com/vmware/govmomi/vim25/soap"
	"github.com/vmware/govmomi/vim25/types"
	"github.com/vmware/govmomi/vim25/xml"
)

// found is what a question found, each object encoded once, when its page is asked for: the library's encoder takes longer for a page than a client
// does to read it.
type found struct {
	guard   sync.Mutex
	objects []types.ObjectContent
	encoded []string
}

func newFound(objects []types.ObjectContent) *found {
	return &found{objects: objects, encoded: make([]string, len(objects))}
}

func (f *found) page(from, to int) string {
	f.guard.Lock()
	defer f.guard.Unlock()
	var text strings.Builder
	for i := from; i < to; i++ {
		if f.encoded[i] == "" {
			f.encoded[i] = encode("objects", "", f.objects[i])
			f.objects[i] = types.ObjectContent{}
		}
		text.WriteString(f.encoded[i])
	}
	return text.String()
}

// answers keeps what was found by the question, where nobody changes the fleet.
type answers struct {
	guard sync.Mutex
	known map[string]*found
}

func newAnswers() *answers { return &answers{known: map[string]*found{}} }

func (a *answers) get(question string) (*found, bool) {
	a.guard.Lock()
	defer a.guard.Unlock()
	answer, known := a.known[question]
	return answer, known
}

func (a *answers) put(question string, answer *found) {
	a.guard.Lock()
	defer a.guard.Unlock()
	a.known[question] = answer
}

// question is the paths that are asked for and the objects of the views, as two sessions' views of the same objects are one question. Empty where something
// else than views is asked about.
func question(ctx *simulator.Context, specs []types.PropertyFilterSpec) string {
	if ctx.Session == nil {
		return ""
	}
	sum := sha256.New()
	for _, spec := range specs {
		for _, set := range spec.PropSet {
			fmt.Fprintln(sum, set.Type, set.All != nil && *set.All, set.PathSet)
		}
		for _, object := range spec.ObjectSet {
			view, isView := ctx.Session.Get(object.Obj).(*simulator.ContainerView)
			if !isView {
				return ""
			}
			fmt.Fprintln(sum, view.View)
		}
	}
	return string(sum.Sum(nil))
}

// eventTexts are events as they are answered.
type eventTexts struct {
	guard sync.Mutex
	known map[types.BaseEvent]string
	bare  map[types.BaseEvent]types.BaseEvent
}

func newEventTexts() *eventTexts {
	return &eventTexts{known: map[types.BaseEvent]string{}, bare: map[types.BaseEvent]types.BaseEvent{}}
}

func (t *eventTexts) page(events []types.BaseEvent) string {
	t.guard.Lock()
	defer t.guard.Unlock()
	var page strings.Builder
	for _, event := range events {
		text, known := t.known[event]
		if !known {
			text = encode("returnval", reflect.TypeOf(event).Elem().Name(), event)
			t.known[event] = text
		}
		page.WriteString(text)
	}
	return page.String()
}

// withoutMessage is the same copy each time.
func (t *eventTexts) withoutMessage(event types.BaseEvent) types.BaseEvent {
	t.guard.Lock()
	defer t.guard.Unlock()
	bare, known := t.bare[event]
	if !known {
		copied := reflect.New(reflect.TypeOf(event).Elem())
		copied.Elem().Set(reflect.ValueOf(event).Elem())
		bare = copied.Interface().(types.BaseEvent)
		bare.GetEvent().FullFormattedMessage = ""
		t.bare[event] = bare
	}
	return bare
}

func encode(name, typeName string, value interface{}) string {
	var text bytes.Buffer
	start := xml.StartElement{Name: xml.Name{Local: name}}
	if typeName != "" {
		start.Attr = []xml.Attr{{Name: xml.Name{Local: "xsi:type"}, Value: typeName}}
	}
	if err := xml.NewEncoder(&text).EncodeElement(value, start); err != nil {
		panic(err)
	}
	return string(short(text.Bytes()))
}

// What follows has the names of the library's types, which it writes as those of the elements.

type RetrieveResult struct {
	Token   string `xml:"token,omitempty"`
	Objects string `xml:",innerxml"`
}

type RetrievePropertiesExResponse struct {
	Returnval *RetrieveResult `xml:"returnval,omitempty"`
}

type ContinueRetrievePropertiesExResponse struct {
	Returnval RetrieveResult `xml:"returnval"`
}

type ReadNextEventsResponse struct {
	Events string `xml:",innerxml"`
}

type encodedBody[Response any] struct{ Res *Response }

func (encodedBody[Response]) Fault() *soap.Fault { return nil }
